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
import type { Allowances, Permission } from '../strategies/strategy.ts'
import type { Source } from './choose-source.ts'
import type { Requirements } from './read-requirements.ts'

/** What installing one app will do, decided before anything is done. */
export interface InstallPlan extends ProvenManifest {
  name: AppName
  version: string
  /** What `cli-apps.json` will declare. */
  range: string
  registry: string
  platform: Platform
  method: InstallMethod
  refusals: Refusal[]
  source: Source
  /** The program was there before us and stays when the app is uninstalled. */
  adopted: boolean
  entry: StoreEntry | null
  /** What the lockfile holds of this very version and method: a program of ours must come out as that. */
  tree: readonly LockedArtifact[] | undefined
  /** Who vouches for the package that is installed; absent where nobody was asked. */
  checked?: CheckedRelease | undefined
  /** What a person allowed by name. */
  allowed: Allowances
  /** What the store has of it is built again: where it is damaged, or `always`, as it is not to be trusted. */
  rebuild?: 'damaged' | 'always' | undefined
  steps: Step[]
  undo: Step[]
  /** Packages of the system that come along and were not there before. */
  companions?: readonly string[] | undefined
  permissions: Permission[]
  /** Registries that files of the workspace name and nobody trusts. */
  unused: readonly WorkspaceRegistry[]
  /** Folders of agents that hold a copy of the skill. */
  placement: SkillPlacement
  /** What the app needs besides itself. */
  requirements: Requirements
  notices: string[]
  /** What the workspace knew of the app when this was decided; applying it demands that nobody changed that since. */
  facts: AppState
  /** The name moves to another registry than the one it was pinned to. */
  isMoved: boolean
  /** Everything is as this plan would leave it: nothing is written. */
  isSettled: boolean
  /** Generated files that a person has edited; their text is saved before they are written again. */
  edited: string[]
  /** The install is to come out exactly as this, and `cli-apps.json` and `cli-apps.lock` stay untouched. */
  frozen?: LockedInstall | undefined
  /** `--lang`: language that the skill is to have from now on. */
  skillLanguage?: SkillLanguage | undefined
  /** Reason by which the app is pinned to this version from now on. */
  pin?: string | undefined
}
