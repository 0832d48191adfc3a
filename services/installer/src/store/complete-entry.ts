import { type CommandNode, ConflictError, type TriedRecipes, t } from '@cli-apps/core'
import { jsonText, writeFileAtomic } from '@cli-apps/core/node'
import { type BuildOptions, type BuiltApp, lockEntry, readBuilt, writeTrees } from './build-entry.ts'
import type { StoredApp, StoreEntry } from './store.ts'

/** What an install left for later. */
export interface RestOfEntry {
  commands: CommandNode | undefined
  trees: ReadonlyMap<string, CommandNode>
  tried: TriedRecipes | undefined
}

interface CompleteOptions extends Pick<BuildOptions, 'locks' | 'signal' | 'onWait'> {
  read: (app: StoredApp) => Promise<RestOfEntry>
}

/**
 * Adds what is still unread to an entry, and returns it. One process does that at a time; the next takes what it wrote. One that
 * is killed leaves the entry unread. Throws `lock.held`, `store.removed` and what `read` throws.
 */
export async function completeEntry(
  entry: StoreEntry,
  { read, ...waiting }: CompleteOptions,
): Promise<BuiltApp> {
  await using _lock = await lockEntry(entry, waiting)
  const built = await readBuilt(entry)
  if (built === undefined) throw removed(entry)
  const { unread, ...app } = built.app
  if (unread === undefined) return built
  const { tried, ...rest } = await read(built.app)
  const { fine_tree, ...trees } = await writeTrees(entry, rest)
  const stored: StoredApp = { ...app, ...(tried && { tried }), ...(fine_tree && { fine_tree }) }
  await writeFileAtomic(entry.app, jsonText(stored))
  return { app: stored, ...trees }
}

const removed = ({ folder }: StoreEntry): ConflictError =>
  new ConflictError(
    'store.removed',
    t('store.removed', 'The store entry {folder} was removed meanwhile.', { folder }),
    { hint: t('store.removed.hint', 'Run the command again, which builds it again.') },
  )
