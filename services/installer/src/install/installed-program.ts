import type { CommandNode, InstallRecord, LockedArtifact } from '@cli-apps/core'
import type { InstallPlan } from './install-plan.ts'

/** A program that is installed and answers. */
export interface InstalledProgram {
  plan: InstallPlan
  argv: string[]
  programVersion: string | null
  artifacts: LockedArtifact[]
  commands: CommandNode | undefined
  adopted: boolean
  /** Why it counts as a general program, which the user allowed. */
  general?: string | undefined
  /** Reference data for later verification: the store's list of its files, or what the system had at install. */
  proof: Pick<InstallRecord, 'program' | 'system'>
  /** Rolls back changes outside the store when a later part of the install fails. */
  undo: () => Promise<void>
}
