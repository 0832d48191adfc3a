import type { AgentId, LockedInstall, MethodKind, SkillLanguage } from '@cli-apps/core'
import type { Allowances } from '../strategies/strategy.ts'

/** Options of an install of an app whose version is resolved. */
export interface PlanMethodOptions {
  /** `--method` */
  only: MethodKind | undefined
  /** The kind of method that is tried first: the one that the app was installed with. */
  prefer?: MethodKind | undefined
  /** `--yes`: no one is asked about a method that needs more than the first one. */
  isYes?: boolean
  /** `--adopt`: take a program that is already on PATH. */
  adopt: boolean
  /** `--allow-scripts`, `--allow-builds` */
  allowed: Allowances
  /** `--agent`: agents whose folders also get a copy of the skill. */
  agents?: readonly AgentId[] | undefined
  /** The result that the install must have. */
  frozen?: LockedInstall | undefined
  /** `--lang`: language of the skill from now on. */
  skillLanguage?: SkillLanguage | undefined
  /** Reason why the app is pinned from now on. */
  pin?: string | undefined
  /** Update a system program to the version that its manager offers now. */
  isUpdate?: boolean
  /** Plan a rebuild of what the store seems to have already. */
  isRebuild?: boolean
}
