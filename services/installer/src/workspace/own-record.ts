import type { AppName, InstallRecord } from '@cli-apps/core'
import {
  hasCode,
  openRecordSignatures,
  type ReadRecord,
  readAnyRecord,
  readOwnRecord,
} from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'

type Place = Pick<CommandContext, 'workspace' | 'config'>

/** The record of an app that this user installed here, or `undefined`: one that came with the folder counts for nothing. */
export async function findOwnRecord(name: AppName, place: Place): Promise<InstallRecord | undefined> {
  try {
    return await requireOwnRecord(name, place)
  } catch (error) {
    if (hasCode(error, 'record.foreign')) return undefined
    throw error
  }
}

/** The same, for whoever starts what it names. Throws `IntegrityError` `record.foreign` for one that came with the folder. */
export const requireOwnRecord = (
  name: AppName,
  { workspace, config }: Place,
): Promise<InstallRecord | undefined> => readOwnRecord(workspace, name, openRecordSignatures(config.home))

/** Any record, for whoever only shows or removes it. */
export const findAnyRecord = (name: AppName, { workspace, config }: Place): Promise<ReadRecord | undefined> =>
  readAnyRecord(workspace, name, openRecordSignatures(config.home))
