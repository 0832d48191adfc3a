import type { InstallRecord } from '@cli-apps/core'
import type { StoreEntry } from '../store/store.ts'
import type { Step } from '../strategies/step.ts'

/**
 * Where the program of a plan comes from.
 * `present`: already installed here, only missing workspace files are written; `store`: another workspace installed it,
 * nothing runs; `build`: the steps add it to the store; `system`: the system owns it, and any steps change the system.
 */
export type Source = 'present' | 'store' | 'build' | 'system'

export interface SourceFacts {
  /** The app's record, if this exact manifest is installed here by this exact method. */
  record: InstallRecord | undefined
  /** The store entry, or null for a program that the system owns. */
  entry: StoreEntry | null
  /** The store has the complete program. */
  isStored: boolean
  /** The steps of the strategy. */
  steps: readonly Step[]
}

/** Returns the source. `present` requires that no step is left to run: every step needs the user's approval. */
export function chooseSource({ record, entry, isStored, steps }: SourceFacts): Source {
  if (entry === null) return record !== undefined && steps.length === 0 ? 'present' : 'system'
  if (!isStored) return 'build'
  return record?.store === entry.folder ? 'present' : 'store'
}
