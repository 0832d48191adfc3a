import { readdir } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { t } from '../../messages/t.ts'
import { PlaybookRecord } from '../../playbook/playbook-record.ts'
import { readJson } from '../files.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { RecordSignatures } from './record-signatures.ts'

/** Path of a playbook's record, relative to the workspace. */
export const playbookRecordFile = (name: string): string => `.cli-apps/playbooks/${name}.json`

/** Names of the playbooks that have records here, sorted. */
export async function playbookRecords({ root }: Workspace): Promise<string[]> {
  const files = await readdir(path.join(root, '.cli-apps/playbooks')).catch(() => [])
  return files.flatMap((file) => /^([a-z0-9-]+)\.json$/.exec(file)?.[1] ?? []).sort()
}

/** The content of a record file, for its signature, and the parsed record. */
const RecordFile = z.unknown().transform((content, context) => {
  const parsed = PlaybookRecord.safeParse(content)
  if (parsed.success) return { content, record: parsed.data }
  for (const { path: place, message } of parsed.error.issues)
    context.issues.push({ code: 'custom', path: place, message, input: content })
  return z.NEVER
})

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
