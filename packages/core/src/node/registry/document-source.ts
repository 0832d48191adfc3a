import type { Digest } from '../../digest.ts'

export interface ReadOptions {
  /** Ask past every cache on the way. */
  fresh?: boolean
  /** What the document must be: a kept copy that has it is taken without asking anybody. */
  digest?: Digest
  /** That there is none is an answer to be kept too. */
  isOptional?: boolean
}

/** Where the documents of a registry come from: a server, a folder, or a catalog of manifests. */
export interface DocumentSource {
  /**
   * The document at a path of `registryPaths`, through `parse`; `undefined` where there is none. What `parse` refuses is
   * thrown and never kept for later, and so is a document with another digest than the one that was asked for.
   */
  read<T>(path: string, parse: (text: string) => T, options?: ReadOptions): Promise<T | undefined>
}
