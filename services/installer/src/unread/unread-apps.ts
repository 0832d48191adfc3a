import type { AppName, InstallRecord } from '@cli-apps/core'
import { digestOf, listInstalled, lockHolder } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { findOwnRecord } from '../workspace/own-record.ts'

type Place = Pick<CommandContext, 'workspace' | 'config'>

/** Returns the records of apps whose install left help and recipes for later. */
export async function findUnread(names: readonly AppName[], place: Place): Promise<InstallRecord[]> {
  const chosen = names.length > 0 ? names : await listInstalled(place.workspace)
  const records = await Promise.all(chosen.map((name) => findOwnRecord(name, place)))
  return records.flatMap((record) => (record?.unread ? [record] : []))
}

/** Name of the lock under which the apps of a workspace are read. */
export const readingLock = ({ workspace }: Pick<Place, 'workspace'>): string =>
  `reading-${digestOf(workspace.root).slice('sha256:'.length, 'sha256:'.length + 16)}`

/** Whether a process reads apps of this workspace now. */
export const isReading = async (place: Place): Promise<boolean> =>
  (await lockHolder(place.config.locks, readingLock(place))) !== undefined
