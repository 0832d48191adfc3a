import * as z from 'zod'
import type { AppName } from '../../app-name.ts'
import { IntegrityError, InvalidError } from '../../errors.ts'
import { InstallRecord } from '../../install-record.ts'
import { readJson } from '../files.ts'
import { damagedRecord } from '../installed-apps.ts'
import { vetRecord } from '../vet-record.ts'
import { recordFile, type Workspace } from '../workspace.ts'
import type { Seals } from './seals.ts'

/** A record's file as it is, for its seal, and as it is understood. */
const RecordFile = z.unknown().transform((content, context) => {
  const parsed = InstallRecord.safeParse(content)
  if (parsed.success) return { content, record: parsed.data }
  for (const { path, message } of parsed.error.issues)
    context.issues.push({ code: 'custom', path, message, input: content })
  return z.NEVER
})

/** An install record, and whether this user's installer wrote it. */
export interface ReadRecord {
  record: InstallRecord
  isOwn: boolean
}

/**
 * The record of an app, or `undefined` when there is none. One that is not own may be read, shown and removed; nothing that
 * it names may be started. Throws `record.corrupt` for a damaged record and for one of another app.
 */
export async function readAnyRecord(
  workspace: Workspace,
  name: AppName,
  seals: Seals,
): Promise<ReadRecord | undefined> {
  const file = recordFile(workspace, name)
  const found = await readJson(file, RecordFile, damagedRecord(name))
  if (found === undefined) return undefined
  const { record, content } = found
  if (record.name === name) return { record: await vetRecord(record), isOwn: await seals.isOwn(content) }
  throw new InvalidError('record.corrupt', `The install record of ${name} is one of ${record.name}.`, {
    hint: damagedRecord(name).repair,
    details: { file },
  })
}

/** As `readAnyRecord`, for whoever starts what the record names. Throws `IntegrityError` `record.foreign` when it is not own. */
export async function readOwnRecord(
  workspace: Workspace,
  name: AppName,
  seals: Seals,
): Promise<InstallRecord | undefined> {
  const found = await readAnyRecord(workspace, name, seals)
  if (found === undefined || found.isOwn) return found?.record
  throw foreignRecord(workspace, name)
}

export const foreignRecord = (workspace: Workspace, name: AppName): IntegrityError =>
  new IntegrityError(
    'record.foreign',
    `${name} was not installed here by you: its record came with the folder, or from another machine or user.`,
    {
      hint: `Nothing of it is run. Install it yourself: npx cli-apps install ${name}, or npx cli-apps ci for all that is locked.`,
      details: { file: recordFile(workspace, name) },
    },
  )
