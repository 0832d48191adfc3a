import { realpathSync } from 'node:fs'
import type { AppRoot } from './app-root.ts'
import { type SandboxLink, type TracedPath, traceLinks } from './trace-links.ts'

/** What a program may read and change, besides reading the system. Plain data; all paths are absolute. */
export interface SandboxPolicy {
  /** The working folder, which must be readable or writable. */
  cwd: string
  /** Files and folders that the program may read, such as those of the program and its interpreter. */
  readable: readonly string[]
  /** Folders that it may change. The innermost folder decides: a readable one inside stays read-only. */
  writable: readonly string[]
  /** Additional in-memory folders besides `/tmp`, initially empty and discarded with the program. */
  scratch: readonly string[]
  /** `none`: only a private loopback. `host`: the network of this machine. */
  network: 'none' | 'host'
  /** Links that lead to the folders, found by `resolvePolicy`. */
  links?: readonly SandboxLink[]
  /** Devices that the program may use, by their real paths. */
  devices?: readonly string[]
  /** The program may create namespaces of its own. */
  isNested?: boolean
  /**
   * The program may send and receive raw packets, change to other users and create namespaces, in which what is mounted
   * stays. Only root can give that.
   */
  hasRawNetwork?: boolean
  /** The system that the program brings and sees instead of this machine's; only bubblewrap can give that. */
  root?: AppRoot
}

/**
 * Resolves a policy to real paths and the links that lead to them, as `wrapCommand` requires. Missing readable and
 * hidden paths are dropped; a missing working or writable folder is a file system error.
 */
export function resolvePolicy(policy: SandboxPolicy): SandboxPolicy {
  const read = traceAll(policy.readable)
  const written = traceAll([policy.cwd, ...policy.writable])
  const scratch = traceAll(policy.scratch)
  return {
    ...policy,
    cwd: realpathSync.native(policy.cwd),
    readable: read.map(({ real }) => real),
    writable: policy.writable.map((folder) => realpathSync.native(folder)),
    scratch: scratch.map(({ real }) => real).filter((folder) => folder !== '/'),
    links: [...read, ...written, ...scratch].flatMap(({ links }) => links),
  }
}

const traceAll = (files: readonly string[]): TracedPath[] => files.flatMap((file) => traceLinks(file) ?? [])
