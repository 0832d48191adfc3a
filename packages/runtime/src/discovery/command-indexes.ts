import { statSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AppManifest, type AppName, isAppError } from '@cli-apps/core'
import type { CommandIndex, IndexedApp } from '@cli-apps/core/command-tools'
import { commandsFile, readCommands, type Workspace } from '@cli-apps/core/node'

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
): (manifests: readonly AppManifest[]) => Promise<KnownCommands> {
  const entries = new Map<AppName, Entry>()
  return async (manifests) => {
    const { indexCommands } = await import('@cli-apps/core/command-tools')
    const apps: IndexedApp[] = []
    const damaged: AppName[] = []
    for (const manifest of manifests) {
      const { name } = manifest
      const stamp = stampOf(commandsFile(workspace, name))
      let entry = entries.get(name)
      if (entry?.stamp !== stamp) {
        entry = { stamp, index: readCommands(workspace, name).then((tree) => tree && indexCommands(tree)) }
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
    const installed = new Set(manifests.map(({ name }) => name))
    for (const name of entries.keys()) if (!installed.has(name)) entries.delete(name)
    return { apps, damaged }
  }
}

/** Synchronous on purpose, as in the list of installed apps. */
function stampOf(file: string): string {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false })
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`
}
