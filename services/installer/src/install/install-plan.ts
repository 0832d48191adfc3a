import type {
  AppName,
  InstallMethod,
  LockedArtifact,
  LockedInstall,
  Platform,
  Refusal,
  SkillLanguage,
} from '@cli-apps/core'
import type { ProvenManifest } from '@cli-apps/core/node'
import type { SkillPlacement } from '../agents/skill-placement.ts'
import type { WorkspaceRegistry } from '../managers/workspace-registries.ts'
import type { CheckedRelease } from '../provenance/check-npm-release.ts'
import type { AppState } from '../resolve/workspace-facts.ts'
import type { StoreEntry } from '../store/store.ts'
import type { Step } from '../strategies/step.ts'
import type { Allowances, InstallSize, Permission, SharedNode } from '../strategies/strategy.ts'
import type { FileChange } from '../workspace/transaction.ts'
import type { Source } from './choose-source.ts'
import type { PassedOver } from './fallback/passed-over.ts'
import type { Requirements } from './read-requirements.ts'

/** What the install of one app will do, decided before anything changes. */
export interface InstallPlan extends ProvenManifest {
  name: AppName
  version: string
  /** The range that `cli-apps.json` will declare. */
  range: string
  registry: string
  platform: Platform
  method: InstallMethod
  refusals: Refusal[]
  /** Methods that fit this machine and were not used, with their reasons. */
  passedOver: readonly PassedOver[]
  /** Methods that are tried if this one fails, in order. */
  otherwise: readonly InstallMethod[]
  /** Plans the first of `otherwise` that works and is consented to. */
  planOther: (passedOver: readonly PassedOver[], consent: Consent) => Promise<InstallPlan>
  /** The error when this method and all others have failed. */
  allFailed: (passedOver: readonly PassedOver[]) => Error
  /** Only this method may be used: it was asked for by name, or is locked. */
  isForced: boolean
  /** Where the program comes from, such as `pypi.org`. */
  origin: string | undefined
  size: InstallSize | undefined
  source: Source
  /** The program existed before the install and stays when the app is uninstalled. */
  adopted: boolean
  /** The version of the package that is there or comes, as its manager writes it; null where that is not known yet. */
  packageVersion: string | null
  entry: StoreEntry | null
  /** The tree that the lockfile holds for this exact version and method; a program in the store must match it. */
  tree: readonly LockedArtifact[] | undefined
  /** Who vouches for the package that is installed; absent if this was not checked. */
  checked?: CheckedRelease | undefined
  /** What the user allowed by name. */
  allowed: Allowances
  /** Rebuild the store entry: because it is damaged, or `always`, because it must not be trusted. */
  rebuild?: 'damaged' | 'always' | undefined
  steps: Step[]
  undo: Step[]
  /** The Node that the program is installed with and runs on, if it is not this one. */
  node?: SharedNode | undefined
  /** System packages that are installed along with it and were missing before. */
  companions?: readonly string[] | undefined
  permissions: Permission[]
  /** Registries that workspace files name and that are not trusted. */
  unused: readonly WorkspaceRegistry[]
  /** Agent folders that hold a copy of the skill. */
  placement: SkillPlacement
  /** What the app needs besides itself. */
  requirements: Requirements
  /** What a person should know before confirming. */
  notices: string[]
  /** What the curious may know too. */
  details: string[]
  /**
   * What the workspace recorded about the app when this was decided; applying the plan requires that it is unchanged.
   */
  facts: AppState
  /** The name moves to a registry other than the pinned one. */
  isMoved: boolean
  /** The workspace already matches this plan: nothing is written. */
  isSettled: boolean
  /** A trial in a place that is removed, whose command reports every recipe itself. */
  isTrial?: boolean
  /** Further files of the workspace that are written with it. */
  files?: readonly FileChange[]
  /** Generated files that a user has edited; their text is saved before they are written again. */
  edited: string[]
  /** The install must match this exactly, and `cli-apps.json` and `cli-apps.lock` stay unchanged. */
  frozen?: LockedInstall | undefined
  /** `--lang`: language of the skill from now on. */
  skillLanguage?: SkillLanguage | undefined
  /** Reason why the app is pinned to this version from now on. */
  pin?: string | undefined
}

/** Decides whether a planned method may be used, `isLast` if no other remains; returns why not. */
export type Consent = (plan: InstallPlan, isLast: boolean) => Promise<PassedOver | undefined>

/** Checks whether the lockfile requires a version of a program that the system already has. */
export const locksSystemProgram = ({ frozen, entry, steps }: InstallPlan): boolean =>
  frozen !== undefined && entry === null && steps.length === 0
