import * as z from 'zod/mini'
import type { AppName } from '../../manifest/app-name.ts'
import { type RunRecord, SimpleRunRecord } from '../../workspace/run-record.ts'
import { readJson } from '../files.ts'
import { recordFile, type Workspace } from '../workspace/workspace.ts'
import { damagedRecord } from './installed-apps.ts'
import type { RecordSignatures } from './record-signatures.ts'

const RunRecordFile = z.pipe(
  z.unknown(),
  z.transform((content) => ({ content, record: SimpleRunRecord.safeParse(content).data })),
)

/**
 * Reads what a run needs of a signed record, with texts as they were published: show none of them. Throws like
 * `readOwnRecord`, which reads every record that is not simple.
 */
export async function readRunRecord(
  workspace: Workspace,
  name: AppName,
  signatures: RecordSignatures,
): Promise<RunRecord | undefined> {
  const found = await readJson(recordFile(workspace, name), RunRecordFile, damagedRecord(name))
  if (found === undefined) return undefined
  const { content, record } = found
  if (record?.name === name && (await signatures.isOwn(content))) return record
  const { readOwnRecord } = await import('./read-own-record.ts')
  return readOwnRecord(workspace, name, signatures)
}
