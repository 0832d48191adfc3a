import type { InstallMethod, LockedArtifact } from '@cli-apps/core'
import type { WorkspaceRegistry } from '../managers/workspace-registries.ts'
import type { Step } from './step.ts'

/** Facts about the machine that a strategy may use for its decision. */
export interface StrategyHost {
  platform: string
  /** Absolute paths of tools on PATH, by name. */
  paths: Readonly<Record<string, string>>
  /** Absolute path and version of the Node that runs scripts. */
  node: { path: string; version: string }
  isRoot: boolean
  /** Why bubblewrap does not work here; absent where it does, or where no method needs it. */
  noSandbox?: string | undefined
  environment: NodeJS.ProcessEnv
  /** Rewrites a URL by the configured mirrors. */
  mirror(url: string): string
  /** Folder in which package managers cache downloads. */
  cache: string
  /** Hosts, `name` or `name:port`, that package managers may reach besides their registry's, as the user configured. */
  hosts: readonly string[]
  /** Registries that workspace files name. */
  registries: readonly WorkspaceRegistry[]
  /** Returns the folder that a Node in the store fills. All programs on this Node share it. */
  nodeFolder(release: NodeRelease): string
  /** Folder of the workspace, which the paths of adopted programs are relative to. */
  folder: string
}

/** One version of a package of npm that holds a Node. */
export interface NodeRelease {
  package: string
  version: string
  /** Subresource integrity of its archive. */
  integrity: string
}

/** A Node that the store shares between programs. */
export interface SharedNode extends NodeRelease {
  /** The folder that the steps fill. */
  prefix: string
  path: string
  steps: Step[]
}

/** What the facts of a method may depend on besides the machine. */
export interface DetectRequest {
  tree?: readonly LockedArtifact[] | undefined
  dependencyAge?: DependencyAge | undefined
  isOffline: boolean
  signal: AbortSignal
  /** Returns the Nodes in the store. */
  storedNodes(): Promise<NodeRelease[]>
}

/** What the user allowed by name, beyond confirming the plan. */
export interface Allowances {
  /** Packages whose install scripts may run. */
  scripts: readonly string[]
  /** Packages whose build code may run. */
  builds: readonly string[]
  /** URLs of git repositories and archives that packages may come from besides the registry. */
  sources: readonly string[]
  /** `--allow-general`: the program may be one that runs any other. */
  general?: boolean
}

export interface PlanRequest<Facts> {
  host: StrategyHost
  /** Name of the executable. */
  bin: string
  /** The folder for this install. */
  prefix: string
  facts: Facts
  /** The lockfile entry for this platform, which is installed exactly. */
  tree?: readonly LockedArtifact[] | undefined
  /** What `loneTree` returned. */
  lone?: readonly LockedArtifact[] | undefined
  allowed: Allowances
  /** Newer releases of dependencies are refused. */
  dependencyAge?: DependencyAge | undefined
}

/** Minimum age of releases of dependencies. */
export interface DependencyAge {
  before: Date
  /** Hours from which `before` was computed. */
  minimumAge: number
  /** Refuse releases of unknown age. */
  isStrict: boolean
}

/** A permission for third-party code to run during an install, which a user must allow by name. */
export interface Permission {
  /** Option that grants it, such as `--allow-scripts esbuild`. */
  option: string
  reason: string
  granted: boolean
}

export interface StrategyPlan {
  steps: Step[]
  /** Steps that roll back when a later one fails; folders of the store need none. */
  undo: Step[]
  /** True if the program existed before and stays when the app is uninstalled. */
  adopted: boolean
  permissions?: Permission[]
  /** System packages that are installed along with it and were missing before. */
  companions?: string[]
  /** What the user should know before confirming, such as additional packages. */
  remarks?: string[]
  /** What they may know too, which the plan shows with `--verbose`. */
  details?: string[]
  /** Registries that workspace files name and that are not trusted. */
  unused?: readonly WorkspaceRegistry[]
  /** The Node that the program and its manager run on, if it is not this one; it must be in the store first. */
  node?: SharedNode | undefined
  size?: InstallSize | undefined
  /** The version of the package that is there or comes, where the manifest does not name it and its manager does. */
  packageVersion?: string | undefined
  /** The version that an update brings, if the manager tells it. */
  offeredVersion?: string | undefined
}

/** How much an install brings. */
export interface InstallSize {
  bytes: number
  /** `download`: of the files that are fetched; `unpacked`: of the package itself on the disk. */
  of: 'download' | 'unpacked'
  /** How many packages come along that `bytes` leaves out, at least. */
  others?: number
}

export interface FoundProgram {
  /** Absolute argv prefix. */
  argv: string[]
  /** The whole resolved tree, as the lockfile stores it. */
  artifacts: LockedArtifact[]
  /** What the user should know afterwards, such as scripts that did not run. */
  notices?: string[]
  /** Files that only report what was installed and differ by how it was installed; removed after they are read. */
  reports?: string[]
}

/** Where a strategy looks for what its steps installed. */
export type Place = Pick<PlanRequest<unknown>, 'host' | 'bin' | 'prefix' | 'allowed'>

/**
 * Implements one kind of method. `detect` gathers facts, `plan` turns them into steps without side effects, and after
 * those have run, `find` returns the result. `version`, `update` and `remove` are for programs that the system owns; a
 * program in the store is updated by building another entry, and removed with its folder.
 */
export interface Strategy<Method extends InstallMethod = InstallMethod, Facts = unknown> {
  /** `store` if the program lives in a store folder, `system` if the machine owns it. */
  owner: 'store' | 'system'
  /** Name in the system's manager, under which claims are stored. */
  systemName?(method: Method): string
  /** Returns why this form of the method is not supported, here or anywhere. */
  refuse?(method: Method, host: StrategyHost): string | undefined
  /**
   * Returns what the program depends on beyond the manifest, such as an interpreter's version; part of the store's key.
   */
  runsOn(host: StrategyHost, facts: Facts, allowed: Allowances): string
  /** Returns what the machine and its manager have of this program. Reads only. */
  detect(method: Method, host: StrategyHost, request: DetectRequest): Promise<Facts>
  /**
   * Returns the tree of a program that requires no other package, so that nothing need be resolved. Asked only for what
   * is neither locked nor in the store.
   */
  loneTree?(
    method: Method,
    host: StrategyHost,
    request: DetectRequest,
  ): Promise<readonly LockedArtifact[] | undefined>
  /** Returns the steps that install it. */
  plan(method: Method, request: PlanRequest<Facts>): StrategyPlan
  /** Throws when the expected results of the steps are missing. */
  find(method: Method, place: Place): Promise<FoundProgram>
  /**
   * Returns the argv prefix of another executable, `bin`, of what was installed; `undefined` if there is none. Absent where
   * it lies beside the entry point.
   */
  findOther?(method: Method, place: Place): Promise<string[] | undefined>
  /** Returns the version that the manager has installed, or null. */
  version?(method: Method, host: StrategyHost): Promise<string | null>
  /** Returns the digest of the program as it is now, if that decides whether it is the recorded one. */
  digest?(method: Method, host: StrategyHost): Promise<string>
  /** Returns steps that update the program to the version that the manager offers now; none if it is current. */
  update?(method: Method, host: StrategyHost): Promise<Step[]>
  /**
   * Returns steps that remove a program that cli-apps installed. Those of `companions` that cannot stay alone may be
   * removed
   * too; throws if anything else would be.
   */
  remove?(method: Method, host: StrategyHost, companions: readonly string[]): Promise<Step[]>
}
