import { chmod, rm } from 'node:fs/promises'
import { acquireLock, jsonText, writeFileAtomic } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { type ConfigPlace, type ConnectScope, fileText, modeOf } from './config-place.ts'
import { type Connections, connectionsFile } from './connections.ts'

/** A configuration file before and after a change. */
export interface ChangedConfig {
  place: ConfigPlace
  /** `null` removes it. */
  after: string | null
}

/** Where the earlier text of a file of the user is kept. */
export const backupOf = (file: string): string => `${file}.before-cli-apps`

/** Runs `change` while no other `connect` changes files of the user. */
export async function withUserLock<Result>(
  { config, signal }: Pick<CommandContext, 'config' | 'signal'>,
  change: () => Promise<Result>,
): Promise<Result> {
  await using _lock = await acquireLock(config.locks, 'connections', {
    wait: 60_000,
    what: 'connections',
    signal,
  })
  return await change()
}

/**
 * Writes files of the user, each atomically, and what is recorded about them. If one cannot be written, the others are
 * restored before this throws.
 */
export async function applyUserFiles(
  files: readonly ChangedConfig[],
  next: Connections,
  { scope, before, config }: { scope: ConnectScope; before: Connections } & Pick<CommandContext, 'config'>,
): Promise<void> {
  const record = connectionsFile(scope, config)
  const done: ChangedConfig[] = []
  // The record first: where it names a file without our server, nothing is connected, and nothing is lost.
  if (next.files.length > 0) await writeFileAtomic(record, jsonText(next), 0o600)
  try {
    for (const file of files) {
      const { target, text } = file.place
      if (text !== undefined)
        await replaceFile(backupOf(target), fileText(file.place, text), await modeOf(target))
      done.push(file)
      await replaceFile(target, file.after, await modeOf(target))
    }
  } catch (error) {
    for (const { place } of done.reverse())
      await replaceFile(
        place.target,
        place.text === undefined ? null : fileText(place, place.text),
        await modeOf(place.target),
      ).catch(() => {})
    await writeFileAtomic(record, jsonText(before), 0o600).catch(() => {})
    throw error
  }
  if (next.files.length === 0) await rm(record, { force: true })
}

/** Settings of users may hold secrets, so that a new file is private. */
async function replaceFile(file: string, content: string | null, mode = 0o600): Promise<void> {
  if (content === null) return rm(file, { force: true })
  await writeFileAtomic(file, content, mode)
  await chmod(file, mode)
}
