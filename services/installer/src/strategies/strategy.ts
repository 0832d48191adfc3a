import type { InstallMethod, LockedArtifact } from '@cli-apps/core'
import type { WorkspaceRegistry } from '../managers/workspace-registries.ts'
import type { Step } from './step.ts'

/** What a strategy may know of the machine when it decides. */
export interface StrategyHost {
  platform: string
  /** Absolute paths of tools on PATH, by name. */
  paths: Readonly<Record<string, string>>
  /** Absolute path and version of the Node that runs scripts. */
  node: { path: string; version: string }
  isRoot: boolean
  environment: NodeJS.ProcessEnv
  /** Rewrites a URL by the configured mirrors. */
  mirror(url: string): string
  /** Folder of ours in which package managers keep what they fetched. */
  cache: string
  /** Hosts, `name` or `name:port`, that the user lets package managers reach besides their registry's. */
  hosts: readonly string[]
  /** Registries that files of the workspace name. */
  registries: readonly WorkspaceRegistry[]
}

/** What a person allowed by name, beyond agreeing to the plan. */
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
  /** Folder of its own for what is installed. */
  prefix: string
  facts: Facts
  /** The lockfile entry for this platform, which is installed exactly. */
  tree?: readonly LockedArtifact[] | undefined
  allowed: Allowances
  /** Releases of dependencies that came later are not taken. */
  dependencyAge?: DependencyAge | undefined
}

/** How old releases of dependencies must be. */
export interface DependencyAge {
  before: Date
  /** Hours that `before` comes from. */
  minimumAge: number
  /** Refuse what nobody knows the age of. */
  isStrict: boolean
}

/** A permission for third-party code to run during an install, which a person must allow by name. */
export interface Permission {
  /** Option that gives it, such as `--allow-scripts esbuild`. */
  option: string
  reason: string
  granted: boolean
}

export interface StrategyPlan {
  steps: Step[]
  /** What takes the steps back when a later one fails; folders of ours need none. */
  undo: Step[]
  /** True when the program was there before and stays when the app is uninstalled. */
  adopted: boolean
  permissions?: Permission[]
  /** Packages of the system that come along and were not there before. */
  companions?: string[]
  /** What a person should know before agreeing, such as what else comes along. */
  remarks?: string[]
  /** Registries that files of the workspace name and nobody trusts. */
  unused?: readonly WorkspaceRegistry[]
}

export interface FoundProgram {
  /** Absolute argv prefix. */
  argv: string[]
  /** The whole resolved tree, as the lockfile keeps it. */
  artifacts: LockedArtifact[]
  /** What a person should know afterwards, such as what did not run. */
  notices?: string[]
  /** Files that only tell what was installed, by how it came about: they go once that is known. */
  reports?: string[]
}

/** Where a strategy looks for what its steps installed. */
type Place = Pick<PlanRequest<unknown>, 'host' | 'bin' | 'prefix' | 'allowed'>

/**
 * How one kind of method is carried out. Deciding is pure: `detect` gathers facts beforehand, `plan` turns them into
 * steps, and after those have run `find` says what is there. `version`, `update` and `remove` are for programs that the
 * system owns; a program in the store is updated by building another entry, and removed with its folder.
 */
export interface Strategy<Method extends InstallMethod = InstallMethod, Facts = unknown> {
  /** `store` when the program lives in a folder of ours, `system` when the machine owns it. */
  owner: 'store' | 'system'
  /** Name under which the system's manager knows the program; what claims on it are kept under. */
  systemName?(method: Method): string
  /** Why this form of the method cannot be carried out, here or anywhere. */
  refuse?(method: Method, host: StrategyHost): string | undefined
  /** What the program depends on beyond the manifest, such as an interpreter's version; part of the store's key. */
  runsOn(host: StrategyHost, facts: Facts, allowed: Allowances): string
  /** What the machine and its manager have of this program. Reads only. */
  detect(method: Method, host: StrategyHost): Promise<Facts>
  /** Steps that install it. */
  plan(method: Method, request: PlanRequest<Facts>): StrategyPlan
  /** Throws when the expected results of the steps are missing. */
  find(method: Method, place: Place): Promise<FoundProgram>
  /** Version that the manager has installed, or null when it has none. */
  version?(method: Method, host: StrategyHost): Promise<string | null>
  /** Steps that bring the program to what the manager offers now; none when it is that already. */
  update?(method: Method, host: StrategyHost): Promise<Step[]>
  /**
   * Steps that remove the program, which we installed. Of what came along with it, `companions` may go where it cannot stay
   * alone; throws when anything else would.
   */
  remove?(method: Method, host: StrategyHost, companions: readonly string[]): Promise<Step[]>
}
