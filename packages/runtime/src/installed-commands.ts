import { statSync } from 'node:fs'
import type { AppName, CommandNode } from '@cli-apps/core'
import { commandsFile, readCommands, type Workspace } from '@cli-apps/core/node'

/** The command tree of an installed app, always as its file is now; `undefined` where its help could not be read. */
export type InstalledCommands = (name: AppName) => Promise<CommandNode | undefined>

interface Entry {
  stamp: string
  tree: Promise<CommandNode | undefined>
}

/** Trees that stay in memory: those of large programs take megabytes. */
const mostKept = 16

/** Reads a tree anew only when the time or size of its file changed; the ones used last stay in memory. */
export function openInstalledCommands(workspace: Workspace): InstalledCommands {
  const entries = new Map<AppName, Entry>()
  return (name) => {
    const stamp = stampOf(commandsFile(workspace, name))
    const known = entries.get(name)
    const entry = known?.stamp === stamp ? known : { stamp, tree: readCommands(workspace, name) }
    // Those used last are at the end.
    entries.delete(name)
    entries.set(name, entry)
    const [oldest] = entries.keys()
    if (entries.size > mostKept && oldest !== undefined) entries.delete(oldest)
    return entry.tree
  }
}

/** Synchronous on purpose, as in the list of installed apps. */
function stampOf(file: string): string {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false })
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`
}
