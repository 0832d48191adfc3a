import { readdir } from 'node:fs/promises'
import type { AppName } from '../app-name.ts'
import { isAppName } from '../app-name-form.ts'
import { RecordSummary } from '../record-summary.ts'
import { isMissing, type ReadJsonOptions, readJsonNow } from './files.ts'
import { recordFile, type Workspace } from './workspace.ts'

/** Names of installed apps, in order, without reading their records. */
export async function listInstalled(workspace: Workspace): Promise<AppName[]> {
  try {
    const files = await readdir(workspace.records)
    return files
      .filter((file) => file.endsWith('.json'))
      .map((file) => file.slice(0, -'.json'.length))
      .filter(isAppName)
      .sort()
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** What lists show of each installed app, by name. A damaged record throws `record.corrupt`. */
export async function readRecordSummaries(workspace: Workspace): Promise<RecordSummary[]> {
  const names = await listInstalled(workspace)
  const summaries = names.map((name) => {
    const file = recordFile(workspace, name)
    return readJsonNow(file, RecordSummary, damagedRecord(name))
  })
  return summaries.filter((summary) => summary !== undefined)
}

/** How a damaged record is told of. */
export const damagedRecord = (name: AppName): ReadJsonOptions => ({
  what: `The install record of ${name}`,
  code: 'record.corrupt',
  repair: '"cli-apps doctor --fix" writes the record again.',
})
