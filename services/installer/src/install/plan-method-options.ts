import type { AgentId, LockedInstall, MethodKind, SkillLanguage } from '@cli-apps/core'
import type { Allowances } from '../strategies/strategy.ts'

/** What a person asked for, of an app whose version is resolved. */
export interface PlanMethodOptions {
  /** `--method` */
  only: MethodKind | undefined
  /** `--adopt`: take a program that is already on PATH. */
  adopt: boolean
  /** `--allow-scripts`, `--allow-builds` */
  allowed: Allowances
  /** `--agent`: agents whose folders get a copy of the skill too. */
  agents?: readonly AgentId[] | undefined
  /** What the install has to come out as. */
  frozen?: LockedInstall | undefined
  /** `--lang`: language that the skill is to have from now on. */
  skillLanguage?: SkillLanguage | undefined
  /** Reason by which the app is pinned from now on. */
  pin?: string | undefined
  /** Bring a program of the system to what its manager offers now. */
  isUpdate?: boolean
  /** Plan the building of what the store seems to have already. */
  isRebuild?: boolean
}
