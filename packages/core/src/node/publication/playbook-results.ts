import path from 'node:path'
import * as z from 'zod'
import { parseJson } from '../../canonical-json.ts'
import type { Digest } from '../../digest.ts'
import type { Playbook } from '../../playbook/playbook.ts'
import { PlaybookRun } from '../../playbook/playbook-run.ts'
import { digestOf } from '../digest.ts'
import { readText } from '../files.ts'

/** Path of what became of the playbooks of a folder of manifests. */
export const playbookResultsFile = (folder: string): string =>
  path.join(folder, 'playbooks', 'results', 'results.json')

/** Digest of what a run depends on: texts for readers may change without a new one. */
export function playbookRunDigest({ placeholders, files, steps }: Playbook): Digest {
  const run = steps.map(({ app, call, expect }) => ({ app, call, expect }))
  return digestOf(JSON.stringify({ placeholders, files, steps: run }))
}

/** The playbooks of a folder that passed when they were last run, by name. */
export async function readPlaybookResults(folder: string): Promise<Record<string, PlaybookRun>> {
  const file = playbookResultsFile(folder)
  const text = await readText(file)
  return text === undefined ? {} : z.record(z.string(), PlaybookRun).parse(parseJson(text, file))
}
