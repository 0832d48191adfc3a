import type { CommandNode, InstallRecord, LockedArtifact, TriedRecipes } from '@cli-apps/core'
import type { InstallPlan } from '../install-plan.ts'

/** A program of the app besides its entry point. */
export interface OtherProgram {
  name: string
  argv: string[]
  commands: CommandNode | undefined
  general?: string | undefined
}

/** A program that is installed and answers. */
export interface InstalledProgram {
  plan: InstallPlan
  argv: string[]
  programVersion: string | null
  /** Of its package, as the package's manager writes it. */
  packageVersion: string | null
  artifacts: LockedArtifact[]
  commands: CommandNode | undefined
  /** A tree for the text of the skill alone, as long as the help is unread. */
  described?: CommandNode | undefined
  adopted: boolean
  /** Absent where no recipe was run. */
  tried: TriedRecipes | undefined
  /** Its help was not read or its recipes were not run yet. */
  isUnread?: boolean
  /** The other programs of the app that were found. */
  programs: readonly OtherProgram[]
  /** Why it counts as a general program, which the user allowed. */
  general?: string | undefined
  /** Reference data for later verification: the store's list of its files, or what the system had at install. */
  proof: Pick<InstallRecord, 'program' | 'system'>
  /** Rolls back changes outside the store when a later part of the install fails. */
  undo: () => Promise<void>
}
