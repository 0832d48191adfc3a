import type { InstallRecord } from '@cli-apps/core'
import type { StoreEntry } from '../store/store.ts'
import type { Step } from '../strategies/step.ts'

/**
 * Where the program of a plan comes from. `present`: installed here already, only what is missing in the workspace is
 * written; `store`: another workspace installed it, nothing runs; `build`: the steps put it into the store; `system`: the
 * system owns it, and the steps, if any, change the system.
 */
export type Source = 'present' | 'store' | 'build' | 'system'

export interface SourceFacts {
  /** The app's record, if this very manifest is installed here by this very method. */
  record: InstallRecord | undefined
  /** The place in the store, or null for a program that the system owns. */
  entry: StoreEntry | null
  /** The store has the program, whole. */
  isStored: boolean
  /** What the strategy would do. */
  steps: readonly Step[]
}

/** `present` only where nothing is left to run: whatever has steps is for the person to agree to. */
export function chooseSource({ record, entry, isStored, steps }: SourceFacts): Source {
  if (entry === null) return record !== undefined && steps.length === 0 ? 'present' : 'system'
  if (!isStored) return 'build'
  return record?.store === entry.folder ? 'present' : 'store'
}
