import path from 'node:path'
import { Digest, type Playbook, parseJson } from '@cli-apps/core'
import { digestOf, readText, writeFileAtomic } from '@cli-apps/core/node'
import * as z from 'zod'
import { catalogFolder } from '../entries.ts'

const Result = z.strictObject({
  playbook: Digest.describe('Of what was run: its steps, placeholders and files'),
  date: z.iso.date(),
  programs: z.record(z.string(), z.string().nullable()),
})
export type PlaybookResult = z.infer<typeof Result>

const file = path.join(catalogFolder, 'playbooks', 'results', 'results.json')

/** Digest of what a proof depends on: texts for readers may change without a new run. */
export function playbookDigest({ placeholders, files, steps }: Playbook): Digest {
  const run = steps.map(({ app, call, expect }) => ({ app, call, expect }))
  return digestOf(JSON.stringify({ placeholders, files, steps: run }))
}

/** The playbooks that passed when they were last run, by name. */
export async function readPlaybookResults(): Promise<Record<string, PlaybookResult>> {
  const text = await readText(file)
  return text === undefined ? {} : z.record(z.string(), Result).parse(parseJson(text, file))
}

/** Writes them, one playbook per line. */
export async function writePlaybookResults(results: Readonly<Record<string, PlaybookResult>>): Promise<void> {
  const lines = Object.keys(results)
    .sort()
    .map((name) => `  ${JSON.stringify(name)}: ${JSON.stringify(results[name])}`)
  await writeFileAtomic(file, `{\n${lines.join(',\n')}\n}\n`)
}
