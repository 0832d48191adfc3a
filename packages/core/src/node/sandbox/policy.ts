import { realpathSync } from 'node:fs'
import { type SandboxLink, type TracedPath, traceLinks } from './trace-links.ts'

/** What a program may see and change, besides reading the system. Plain data; all paths are absolute. */
export interface SandboxPolicy {
  /** The working folder; it lies in what is readable or writable. */
  cwd: string
  /** Files and folders that the program may read, such as where it and its interpreter live. */
  readable: readonly string[]
  /** Folders that it may change. Of nested folders the inner one counts: what is readable inside stays as it is. */
  writable: readonly string[]
  /** Folders besides `/tmp` that are empty at first, in memory, and gone with the program. */
  scratch: readonly string[]
  /** `none`: nothing but a loopback of its own. `host`: the network of this machine. */
  network: 'none' | 'host'
  /** Links that lead to the folders; `resolvePolicy` finds them. */
  links?: readonly SandboxLink[]
}

/**
 * The same policy by the real paths of its folders, with the links that lead to them, as `wrapCommand` takes it. What could
 * be read or hidden and is not there is left out; a working or writable folder that is missing is an error of the file system.
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
