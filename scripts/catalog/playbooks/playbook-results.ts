import type { PlaybookRun } from '@cli-apps/core'
import { playbookResultsFile, writeFileAtomic } from '@cli-apps/core/node'
import { catalogFolder } from '../entries.ts'

/** Writes the playbooks that passed when they were last run, one per line. */
export async function writePlaybookResults(results: Readonly<Record<string, PlaybookRun>>): Promise<void> {
  const lines = Object.keys(results)
    .sort()
    .map((name) => `  ${JSON.stringify(name)}: ${JSON.stringify(results[name])}`)
  await writeFileAtomic(playbookResultsFile(catalogFolder), `{\n${lines.join(',\n')}\n}\n`)
}
