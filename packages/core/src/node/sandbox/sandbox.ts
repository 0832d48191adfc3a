import type { SandboxLink } from './trace-links.ts'

/** A working sandbox on this machine, with the facts needed to use it. Plain data. */
export type Sandbox = BubblewrapSandbox | SandboxExecSandbox | ContainerSandbox

/** Bubblewrap on Linux. */
export interface BubblewrapSandbox {
  kind: 'bubblewrap'
  /** Absolute path. */
  program: string
  /** Real paths of system folders that every program may read. */
  folders: readonly string[]
  /** System links outside these folders, such as `/bin`. */
  links: readonly SandboxLink[]
  /** Target of `/etc/resolv.conf`, if it is outside these folders. */
  resolver: string | null
  /** Whether we are root, from whom file permissions do not protect the system. */
  isRoot: boolean
  /** Whether it can limit the size of in-memory folders. */
  boundsMemory: boolean
  /** Whether it can bind open descriptors, which nobody can replace. */
  bindsDescriptors: boolean
  /** Whether it needs a user namespace to create the others. */
  needsUserNamespace: boolean
  /** Whether we have the capabilities to do without one, and to hand down those for raw packets. */
  hasCapabilities: boolean
  /** Whether it can forbid namespaces to programs, in which they could unmount protected places. */
  forbidsNamespaces: boolean
}

/** The sandbox of macOS. */
export interface SandboxExecSandbox {
  kind: 'sandbox-exec'
  /** Absolute path. */
  program: string
}

/** A container engine such as Docker or Podman, with the image for programs. */
export interface ContainerSandbox {
  kind: 'container'
  /** Absolute path of the engine's client. */
  program: string
  image: string
  /** Numeric user and group inside: `1000:1000`. */
  user: string
  /** Whether rootless Podman must map the user to the same number inside. */
  keepsUser: boolean
  /** Environment of the engine's client itself, which apps cannot influence. */
  environment: Readonly<Record<string, string>>
  /** Why it cannot limit memory, processes and CPU time; `null` if it can. */
  noLimits: string | null
}

/** A working sandbox, or why there is none, as a clause such as `bwrap is not on PATH`. */
export type FoundSandbox<Kind extends Sandbox = Sandbox> =
  | { sandbox: Kind; reason?: undefined }
  | { sandbox?: undefined; reason: string }
