import type { InstallMethod, LockedArtifact } from '@cli-apps/core'
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
}

export interface PlanContext<Facts> {
  host: StrategyHost
  /** The executable's name: the method's `bin`, else the manifest's `entry_point`. */
  bin: string
  /** Folder of its own for what is installed. */
  prefix: string
  facts: Facts
}

export interface StrategyPlan {
  steps: Step[]
  /** What takes the steps back when a later one fails; folders of ours need none. */
  undo: Step[]
  /** True when the program was there before and stays when the app is uninstalled. */
  adopted: boolean
}

export interface InstalledProgram {
  /** Absolute argv prefix. */
  argv: string[]
  artifacts: LockedArtifact[]
}

/**
 * How one kind of method is carried out. Deciding is pure: `inspect` gathers facts beforehand, `plan` turns them into
 * steps, and after those have run `find` says what is there.
 */
export interface Strategy<Method extends InstallMethod = InstallMethod, Facts = unknown> {
  /** `store` when the program lives in a folder of ours, `system` when the machine owns it. */
  owner: 'store' | 'system'
  /** Why this form of the method cannot be carried out, here or anywhere. */
  refuse?(method: Method, host: StrategyHost): string | undefined
  /** What the program depends on beyond the manifest, such as an interpreter's version; part of the store's key. */
  runsOn(host: StrategyHost, facts: Facts): string
  inspect(method: Method, host: StrategyHost): Promise<Facts>
  plan(method: Method, context: PlanContext<Facts>): StrategyPlan
  /** Throws when what the steps should have put in place is not there. */
  find(method: Method, context: Omit<PlanContext<Facts>, 'facts'>): Promise<InstalledProgram>
  /** Steps that remove a program which the system owns and we installed. */
  remove?(method: Method, host: StrategyHost): Promise<Step[]>
}
