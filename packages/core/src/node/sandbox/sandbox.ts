import type { SandboxLink } from './policy.ts'

/** A sandbox program that works on this machine, and what it has to know of the machine. */
export interface Sandbox {
  kind: 'bubblewrap'
  /** Absolute path. */
  program: string
  /** Folders of the system that every program may read, by their real paths. */
  folders: readonly string[]
  /** Links of the system outside these folders, such as `/bin`. */
  links: readonly SandboxLink[]
  /** What `/etc/resolv.conf` leads to, where that is outside these folders. */
  resolver: string | null
  /** We are root: what guards the system from other users does not guard it from the program. */
  isRoot: boolean
  /** It can bound how much of a folder in memory is filled. */
  boundsMemory: boolean
  /** It has to be told to use a user namespace, without which it is not allowed the others. */
  needsUserNamespace: boolean
}
