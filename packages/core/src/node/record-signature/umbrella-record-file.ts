import { t } from '../../messages/t.ts'
import { UmbrellaRecord } from '../../workspace/umbrella-record.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { readSignedRecord } from './read-signed-record.ts'
import type { RecordSignatures } from './record-signatures.ts'

/** Path of the record of the skill for all apps, relative to the workspace. */
export const umbrellaRecordFile = '.cli-apps/umbrella/skill.json'

/**
 * Reads the record of the skill for all apps that this user's installer signed; `undefined` without one, and for one of
 * another user or machine. Throws `record.corrupt` for a damaged record.
 */
export const readUmbrellaRecord = (
  workspace: Workspace,
  signatures: RecordSignatures,
): Promise<UmbrellaRecord | undefined> =>
  readSignedRecord(workspace, umbrellaRecordFile, {
    schema: UmbrellaRecord,
    signatures,
    what: t('umbrella-record.record', 'The record of the skill for all apps'),
    repair: t('umbrella-record.repair', 'Run: {cli} doctor --fix'),
  })
