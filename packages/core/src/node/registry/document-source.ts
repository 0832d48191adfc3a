import type { Digest } from '../../digest.ts'

export interface ReadOptions {
  /** Bypasses every cache on the way. */
  fresh?: boolean
  /** The expected digest: a cached copy with it is used without a request. */
  digest?: Digest
  /** Whether to cache the absence of the document too. */
  isOptional?: boolean
}

/** The source of a registry's documents: a server, a folder, or a catalog of manifests. */
export interface DocumentSource {
  /**
   * Reads and parses the document at a path of `registryPaths`; `undefined` if it does not exist. A document that
   * `parse` refuses or whose digest differs is an error and never cached.
   */
  read<T>(path: string, parse: (text: string) => T, options?: ReadOptions): Promise<T | undefined>
}
