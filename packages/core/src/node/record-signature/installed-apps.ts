import { readdir } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import type { AppName } from '../../manifest/app-name.ts'
import { isAppName } from '../../manifest/app-name-form.ts'
import { t } from '../../messages/t.ts'
import { RecordSummary } from '../../workspace/record-summary.ts'
import { isMissing, type ReadJsonOptions, readJsonNow } from '../files.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { type KeptSummary, openKeptSummaries } from './kept-summaries.ts'
import { openRecordSignatures, type RecordSignatures } from './record-signatures.ts'

/** Sorted names of installed apps, without reading their records. */
export const listInstalled = async (workspace: Workspace): Promise<AppName[]> =>
  [...(await placesOf(workspace)).keys()].sort()

/** The workspace of each app's record: this one, unless only the user's has it. */
async function placesOf(workspace: Workspace): Promise<Map<AppName, Workspace>> {
  const { shared } = workspace
  const [own, users] = await Promise.all([namesIn(workspace.records), shared ? namesIn(shared.records) : []])
  const places = new Map<AppName, Workspace>()
  if (shared) for (const name of users) places.set(name, shared)
  for (const name of own) places.set(name, workspace)
  return places
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

/** Summary of an installed app. */
export interface ListedRecord extends RecordSummary {
  /** Whether this user's installer wrote the record. */
  isOwn: boolean
  /** Whether it is in the user's workspace, and not in this one. */
  isShared: boolean
}

/** Where `readRecordSummaries` looks beside the workspace. */
interface SummaryOptions {
  /** The value of `appsHome`. */
  home: string
  /** Digest of the calling program: what it reads is kept for its next start. Nothing is kept without it. */
  reader?: string | undefined
}

/** Reads the summary of each installed app, by name. Throws for a damaged record: `record.corrupt`. */
export async function readRecordSummaries(
  workspace: Workspace,
  { home, reader }: SummaryOptions,
): Promise<ListedRecord[]> {
  const signatures = openRecordSignatures(home)
  const places = await placesOf(workspace)
  const names = [...places.keys()].sort()
  const kept =
    reader === undefined || names.length < worthKeeping
      ? undefined
      : await openKeptSummaries(workspace.records, { home, reader })
  const listed: ListedRecord[] = []
  for (const name of names) {
    const place = places.get(name) ?? workspace
    const file = path.join(place.records, `${name}.json`)
    const read = () => readSummary(file, name, signatures)
    const summary = await (kept === undefined ? read() : kept.get(file, read))
    if (summary !== undefined) listed.push({ ...summary, isShared: place !== workspace })
  }
  await kept?.save()
  return listed
}

/** Fewer records are read faster than what is kept of them. */
const worthKeeping = 20

async function readSummary(
  file: string,
  name: AppName,
  signatures: RecordSignatures,
): Promise<KeptSummary | undefined> {
  const summary = readJsonNow(file, SummaryFile, damagedRecord(name))
  if (summary === undefined) return undefined
  const { content, ...shown } = summary
  return { ...shown, isOwn: await signatures.isOwn(content) }
}

/** How errors describe a damaged record. */
export const damagedRecord = (name: AppName): ReadJsonOptions => ({
  what: t('installed-apps.install-record', 'The install record of {name}', { name }),
  code: 'record.corrupt',
  repair: t('installed-apps.cli-apps-doctor-fix-writes', '"{cli} doctor --fix" writes the record again.'),
})
