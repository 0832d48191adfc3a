import { IntegrityError, InvalidError } from '../../errors/errors.ts'
import type { AppName } from '../../manifest/app-name.ts'
import { t } from '../../messages/t.ts'
import type { InstallRecord } from '../../workspace/install-record.ts'
import { readJson } from '../files.ts'
import { recordFile, type Workspace } from '../workspace/workspace.ts'
import { damagedRecord } from './installed-apps.ts'
import { recordFileOf } from './record-file.ts'
import type { RecordSignatures } from './record-signatures.ts'
import { vetRecord } from './vet-record.ts'

/** An install record, and whether this user's installer wrote it. */
export interface ReadRecord {
  record: InstallRecord
  isOwn: boolean
}

/**
 * Reads the record of an app; `undefined` if the app is not installed. A record that is not own may be read, shown and
 * removed, but nothing it names may be started. Throws `record.corrupt` for a damaged record, and for one of another
 * app.
 */
export async function readAnyRecord(
  workspace: Workspace,
  name: AppName,
  signatures: RecordSignatures,
): Promise<ReadRecord | undefined> {
  const file = recordFile(workspace, name)
  const schema = async () => recordFileOf((await import('../../workspace/install-record.ts')).InstallRecord)
  const found = await readJson(file, schema, damagedRecord(name))
  if (found === undefined) return undefined
  const { record, content } = found
  if (record.name === name) {
    const isOwn = await signatures.isOwn(content)
    return { record: await vetRecord(record, isOwn), isOwn }
  }
  throw new InvalidError(
    'record.corrupt',
    t('record.corrupt', 'The install record of {name} is one of {other}.', { name, other: record.name }),
    {
      hint: damagedRecord(name).repair,
      details: { file },
    },
  )
}

/**
 * Reads the record of a program that is to be started. Throws `IntegrityError` `record.foreign` if another user or
 * machine wrote it.
 */
export async function readOwnRecord(
  workspace: Workspace,
  name: AppName,
  signatures: RecordSignatures,
): Promise<InstallRecord | undefined> {
  const found = await readAnyRecord(workspace, name, signatures)
  if (found === undefined || found.isOwn) return found?.record
  throw untrustedRecord(workspace, name)
}

export const untrustedRecord = (workspace: Workspace, name: AppName): IntegrityError =>
  new IntegrityError(
    'record.foreign',
    t(
      'record.foreign',
      '{name} was not installed here by you: its record came with the folder, or from another machine or user.',
      { name },
    ),
    {
      hint: t(
        'record.foreign.hint',
        'Run: npx cli-apps install {name} (or npx cli-apps ci for all locked apps)',
        { name },
      ),
      details: { file: recordFile(workspace, name) },
    },
  )
