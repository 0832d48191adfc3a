import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AppName, type InstallRecord, isAppError } from '@cli-apps/core'
import type { CommandIndex, IndexedApp } from '@cli-apps/core/command-tools'
import { commandsFile, readCommands, type Workspace } from '@cli-apps/core/node'
import { stampOf } from '../file-stamp.ts'

export interface KnownCommands {
  apps: readonly IndexedApp[]
  /** Apps whose command tree cannot be read. */
  damaged: readonly AppName[]
}

/** A failure is a value, since the promise may settle before anyone awaits it. */
type ReadIndex = CommandIndex | 'damaged' | undefined

interface Entry {
  stamp: string
  index: Promise<ReadIndex>
}

/**
 * Returns the search indexes of apps' commands. Indexes stay in memory, at a hundredth of the size of their trees; a
 * tree is read again when its file changed.
 */
export function openCommandIndexes(
  workspace: Workspace,
): (records: readonly InstallRecord[]) => Promise<KnownCommands> {
  const entries = new Map<AppName, Entry>()
  return async (records) => {
    const { indexCommands } = await import('@cli-apps/core/command-tools')
    const readIndex = async (record: InstallRecord): Promise<ReadIndex> => {
      try {
        const tree = await readCommands(workspace, record)
        return tree && indexCommands(tree)
      } catch (error) {
        if (isAppError(error)) return 'damaged'
        throw error
      }
    }
    const apps: IndexedApp[] = []
    const damaged: AppName[] = []
    for (const record of records) {
      const { name, manifest } = record
      const stamp = `${stampOf(commandsFile(workspace, name))} ${record.commands}`
      let entry = entries.get(name)
      if (entry?.stamp !== stamp) {
        entry = { stamp, index: readIndex(record) }
        entries.set(name, entry)
        // Indexing hundreds of trees takes seconds, so yield to the event loop in between.
        await nextTurn()
      }
      const index = await entry.index
      if (index === 'damaged') damaged.push(name)
      else if (index !== undefined) apps.push({ manifest, index })
    }
    const installed = new Set(records.map(({ name }) => name))
    for (const name of entries.keys()) if (!installed.has(name)) entries.delete(name)
    return { apps, damaged }
  }
}
