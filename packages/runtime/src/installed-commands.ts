import { type CommandNode, isAppError, type ProgramRecord, programTitle } from '@cli-apps/core'
import { commandsFile, readCommands, type Workspace } from '@cli-apps/core/node'
import { stampOf } from './file-stamp.ts'

/**
 * Returns the command tree of an installed app, always up to date with its file; `undefined` if its help could not be
 * read. Throws `commands.changed` for a tree that differs from its record, and `commands.corrupt`.
 */
export type InstalledCommands = (record: AppWithCommands) => Promise<CommandNode | undefined>

export type AppWithCommands = Pick<ProgramRecord, 'name' | 'called' | 'commands' | 'unread'>

interface Entry {
  stamp: string
  tree: Promise<CommandNode | undefined>
}

/** Number of trees to keep in memory: those of large programs take megabytes. */
const mostKept = 16

/** Reads a tree again only when the time or size of its file changed; the most recently used stay in memory. */
export function openInstalledCommands(workspace: Workspace): InstalledCommands {
  const entries = new Map<string, Entry>()
  return (record) => {
    const name = programTitle(record)
    const stamp = `${stampOf(commandsFile(workspace, record.name, record.called))} ${record.commands}`
    const known = entries.get(name)
    const entry = known?.stamp === stamp ? known : { stamp, tree: readCommands(workspace, record) }
    // Moves it to the end, the most recently used.
    entries.delete(name)
    entries.set(name, entry)
    const [oldest] = entries.keys()
    if (entries.size > mostKept && oldest !== undefined) entries.delete(oldest)
    return entry.tree
  }
}

/** The tree for judging calls: `undefined` if it is lost, changed or damaged, which stops no call. */
export async function judgedBy(
  commands: InstalledCommands,
  record: AppWithCommands,
): Promise<CommandNode | undefined> {
  try {
    return await commands(record)
  } catch (error) {
    if (isAppError(error)) return undefined
    throw error
  }
}
