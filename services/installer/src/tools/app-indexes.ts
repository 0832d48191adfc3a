import { type AppName, type InstallRecord, isAppError } from '@cli-apps/core'
import { type CommandIndex, type IndexedApp, indexCommands } from '@cli-apps/core/command-tools'
import { commandsFile, hasCode, readCommands, type Workspace } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { requireOwnRecord } from '../workspace/own-record.ts'
import { type IndexCache, indexStamp } from './index-cache.ts'

export interface AppIndexes {
  apps: readonly IndexedApp[]
  /** Installed apps whose commands are not known. */
  unknown: readonly AppName[]
  /** Installed apps whose record or command tree cannot be read. */
  damaged: readonly AppName[]
  /** Apps whose records came with the folder. */
  untrusted: readonly AppName[]
}

/** Returns the search indexes of these installed apps' commands. A damaged file affects only its own app. */
export async function readAppIndexes(
  names: readonly AppName[],
  context: Pick<CommandContext, 'workspace' | 'config'>,
  cache: IndexCache,
): Promise<AppIndexes> {
  const { workspace } = context
  const known = {
    apps: [] as IndexedApp[],
    unknown: [] as AppName[],
    damaged: [] as AppName[],
    untrusted: [] as AppName[],
  }
  let isChanged = false
  for (const name of names) {
    try {
      const record = await requireOwnRecord(name, context)
      const found = record && (await readIndex(workspace, record, cache))
      if (record === undefined || found === undefined) known.unknown.push(name)
      else known.apps.push({ manifest: record.manifest, index: found.index })
      isChanged ||= found?.isNew === true
    } catch (error) {
      if (!isAppError(error)) throw error
      known[hasCode(error, 'record.foreign') ? 'untrusted' : 'damaged'].push(name)
    }
  }
  if (isChanged) await cache.prune()
  return known
}

async function readIndex(
  workspace: Workspace,
  record: InstallRecord,
  cache: IndexCache,
): Promise<{ index: CommandIndex; isNew: boolean } | undefined> {
  const file = commandsFile(workspace, record.name)
  const found = await indexStamp(file)
  const stamp = found && `${found} ${record.commands}`
  const kept = stamp && (await cache.read(file, stamp))
  if (kept) return { index: kept, isNew: false }
  const tree = await readCommands(workspace, record)
  if (tree === undefined) return undefined
  const index = indexCommands(tree)
  if (stamp !== undefined) await cache.write(file, stamp, index)
  return { index, isNew: true }
}
