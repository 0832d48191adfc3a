import { readdir } from 'node:fs/promises'
import * as z from 'zod/mini'
import type { AppName } from '../../manifest/app-name.ts'
import { isAppName } from '../../manifest/app-name-form.ts'
import { t } from '../../messages/t.ts'
import { RecordSummary } from '../../workspace/record-summary.ts'
import { isMissing, type ReadJsonOptions, readJsonNow } from '../files.ts'
import { recordFile, type Workspace } from '../workspace/workspace.ts'
import type { RecordSignatures } from './record-signatures.ts'

/** Sorted names of installed apps, without reading their records. */
export async function listInstalled({ records, shared }: Workspace): Promise<AppName[]> {
  const names = await Promise.all([namesIn(records), shared === undefined ? [] : namesIn(shared.records)])
  return [...new Set(names.flat())].sort()
}

async function namesIn(records: string): Promise<AppName[]> {
  try {
    const files = await readdir(records)
    return files
      .filter((file) => file.endsWith('.json'))
      .map((file) => file.slice(0, -'.json'.length))
      .filter(isAppName)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** The content of a record file, for its signature, and the summary that lists show. */
const SummaryFile = z.pipe(
  z.unknown(),
  z.transform((content, context) => {
    const parsed = RecordSummary.safeParse(content)
    if (parsed.success) return { ...parsed.data, content }
    for (const { path, message } of parsed.error.issues)
      context.issues.push({ code: 'custom', path, message, input: content })
    return z.NEVER
  }),
)

/** Summary of an installed app, and whether this user's installer wrote it. */
export type ListedRecord = RecordSummary & { isOwn: boolean }

/** Reads the summary of each installed app, by name. Throws for a damaged record: `record.corrupt`. */
export async function readRecordSummaries(
  workspace: Workspace,
  signatures: RecordSignatures,
): Promise<ListedRecord[]> {
  const names = await listInstalled(workspace)
  const summaries = names.map((name) => {
    const file = recordFile(workspace, name)
    return readJsonNow(file, SummaryFile, damagedRecord(name))
  })
  const listed: ListedRecord[] = []
  for (const summary of summaries) {
    if (summary === undefined) continue
    const { content, ...shown } = summary
    listed.push({ ...shown, isOwn: await signatures.isOwn(content) })
  }
  return listed
}

/** How errors describe a damaged record. */
export const damagedRecord = (name: AppName): ReadJsonOptions => ({
  what: t('installed-apps.install-record', 'The install record of {name}', { name }),
  code: 'record.corrupt',
  repair: t('installed-apps.cli-apps-doctor-fix-writes', '"cli-apps doctor --fix" writes the record again.'),
})
