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

/** Returns the record of an app that this user installed here; `undefined` for one that came with the folder. */
export async function findOwnRecord(name: AppName, place: Place): Promise<InstallRecord | undefined> {
  try {
    return await requireOwnRecord(name, place)
  } catch (error) {
    if (hasCode(error, 'record.foreign')) return undefined
    throw error
  }
}

/**
 * Like `findOwnRecord`, for callers that run what it names. Throws `IntegrityError` `record.foreign` for one that came
 * with the folder.
 */
export const requireOwnRecord = (
  name: AppName,
  { workspace, config }: Place,
): Promise<InstallRecord | undefined> => readOwnRecord(workspace, name, openRecordSignatures(config.home))

/** Returns any record, for callers that only show or remove it. */
export const findAnyRecord = (name: AppName, { workspace, config }: Place): Promise<ReadRecord | undefined> =>
  readAnyRecord(workspace, name, openRecordSignatures(config.home))
