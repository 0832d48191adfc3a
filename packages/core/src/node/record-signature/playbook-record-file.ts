import { t } from '../../messages/t.ts'
import { PlaybookRecord } from '../../playbook/playbook-record.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { readSignedRecord } from './read-signed-record.ts'
import type { RecordSignatures } from './record-signatures.ts'

/** Path of a playbook's record, relative to the workspace. */
export const playbookRecordFile = (name: string): string => `.cli-apps/playbooks/${name}.json`

/**
 * Reads the record of a playbook that this user's installer signed; `undefined` without one, and for one of another user or
 * machine. Throws `record.corrupt` for a damaged record.
 */
export async function readPlaybookRecord(
  workspace: Workspace,
  name: string,
  signatures: RecordSignatures,
): Promise<PlaybookRecord | undefined> {
  const record = await readSignedRecord(workspace, playbookRecordFile(name), {
    schema: PlaybookRecord,
    signatures,
    what: t('playbook-records.record', 'The record of the playbook {name}', { name }),
    repair: t('playbook-records.repair', 'Run: {cli} playbook add {name}', { name }),
  })
  return record?.name === name ? record : undefined
}
