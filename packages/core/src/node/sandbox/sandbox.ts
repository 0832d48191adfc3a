import type { SandboxLink } from './trace-links.ts'

/** A sandbox that works on this machine, and what has to be known of the machine to use it. Plain data. */
export type Sandbox = BubblewrapSandbox | SandboxExecSandbox | ContainerSandbox

/** Bubblewrap on Linux. */
export interface BubblewrapSandbox {
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
  /** It can be given what to bind as open descriptors, which nobody can put anything else in the place of. */
  bindsDescriptors: boolean
  /** It has to be told to use a user namespace, without which it is not allowed the others. */
  needsUserNamespace: boolean
  /** It can keep programs from namespaces of their own, in which they could take protected places off. */
  forbidsNamespaces: boolean
}

/** The sandbox of macOS. */
export interface SandboxExecSandbox {
  kind: 'sandbox-exec'
  /** Absolute path. */
  program: string
}

/** An engine for containers, such as Docker or Podman, and the image that it runs programs in. */
export interface ContainerSandbox {
  kind: 'container'
  /** Absolute path of the engine's client. */
  program: string
  image: string
  /** User and group to be inside, as numbers: `1000:1000`. */
  user: string
  /** Podman without root has to be told to give the user the same number inside. */
  keepsUser: boolean
  /** What the engine's client itself sees; nothing that an app brings may change it. */
  environment: Readonly<Record<string, string>>
  /** Why it cannot limit memory, processes and processor time; `null` when it can. */
  noLimits: string | null
}

/** A sandbox that works here, or why there is none, as a clause such as `bwrap is not on PATH`. */
export type FoundSandbox<Kind extends Sandbox = Sandbox> =
  | { sandbox: Kind; reason?: undefined }
  | { sandbox?: undefined; reason: string }
