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

interface Entry {
  stamp: string
  index: Promise<CommandIndex | undefined>
}

/**
 * Gives what the commands of apps are found by. Indexes stay in memory, a hundredth of their trees, and a tree is read
 * again when its file changed.
 */
export function openCommandIndexes(
  workspace: Workspace,
): (records: readonly InstallRecord[]) => Promise<KnownCommands> {
  const entries = new Map<AppName, Entry>()
  return async (records) => {
    const { indexCommands } = await import('@cli-apps/core/command-tools')
    const apps: IndexedApp[] = []
    const damaged: AppName[] = []
    for (const record of records) {
      const { name, manifest } = record
      const stamp = `${stampOf(commandsFile(workspace, name))} ${record.commands}`
      let entry = entries.get(name)
      if (entry?.stamp !== stamp) {
        entry = { stamp, index: readCommands(workspace, record).then((tree) => tree && indexCommands(tree)) }
        entries.set(name, entry)
        // Indexing hundreds of trees takes seconds, in which other things must get their turn.
        await nextTurn()
      }
      try {
        const index = await entry.index
        if (index !== undefined) apps.push({ manifest, index })
      } catch (error) {
        if (!isAppError(error)) throw error
        damaged.push(name)
      }
    }
    const installed = new Set(records.map(({ name }) => name))
    for (const name of entries.keys()) if (!installed.has(name)) entries.delete(name)
    return { apps, damaged }
  }
}
