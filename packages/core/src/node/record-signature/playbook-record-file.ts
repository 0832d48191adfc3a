import path from 'node:path'
import { t } from '../../messages/t.ts'
import { PlaybookRecord } from '../../playbook/playbook-record.ts'
import { readJson } from '../files.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { recordFileOf } from './record-file.ts'
import type { RecordSignatures } from './record-signatures.ts'

/** Path of a playbook's record, relative to the workspace. */
export const playbookRecordFile = (name: string): string => `.cli-apps/playbooks/${name}.json`

const RecordFile = recordFileOf(PlaybookRecord)

/**
 * Reads the record of a playbook that this user's installer signed; `undefined` without one, and for one of another user or
 * machine. Throws `record.corrupt` for a damaged record.
 */
export async function readPlaybookRecord(
  { root }: Workspace,
  name: string,
  signatures: RecordSignatures,
): Promise<PlaybookRecord | undefined> {
  const found = await readJson(path.join(root, playbookRecordFile(name)), RecordFile, {
    what: t('playbook-records.record', 'The record of the playbook {name}', { name }),
    code: 'record.corrupt',
    repair: t('playbook-records.repair', 'Run: cli-apps playbook add {name}', { name }),
  })
  if (found?.record.name !== name || !(await signatures.isOwn(found.content))) return undefined
  return found.record
}
