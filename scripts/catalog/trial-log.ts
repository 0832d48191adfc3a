import { fileURLToPath } from 'node:url'
import { InvalidError, issuesOf, MethodKind, parseJson } from '@cli-apps/core'
import { readText, writeFileAtomic } from '@cli-apps/core/node'
import * as z from 'zod'

const seconds = z.number().nonnegative()

/** What became of one entry when it was last tried. */
export const Trial = z.strictObject({
  name: z.string(),
  version: z.string().describe('Of the entry'),
  digest: z.string().describe('Of what was tried of the entry: its methods, calls and tests'),
  outcome: z
    .enum(['proven', 'failed', 'impossible'])
    .describe('Installed, tried, described and removed here; not so; or no method fits this host'),
  method: MethodKind.nullable(),
  node: z.string().describe('Version of Node that installed it and, by npm, runs it'),
  program_version: z.string().nullable(),
  commands: z.int().nullable().describe('In the tree that its help gave'),
  score: z.number().nullable().describe('Of the skill that was rendered, 0 to 100'),
  seconds: z
    .strictObject({ install: seconds, inspect: seconds, lint: seconds, uninstall: seconds })
    .nullable(),
  reason: z.string().nullable().describe('Why it is not proven'),
})
export type Trial = z.infer<typeof Trial>

/** The last run over the whole catalogue, with those that went on where it ended. */
export const TrialRun = z.strictObject({
  date: z.iso.date(),
  host: z.string(),
  jobs: z.int(),
  sittings: z.int().positive(),
  seconds,
})
export type TrialRun = z.infer<typeof TrialRun>

const TrialLog = z.strictObject({ run: TrialRun.nullable(), trials: z.array(Trial) })
export type TrialLog = z.infer<typeof TrialLog>

export const trialLogFile = fileURLToPath(new URL('../../docs/catalog-report.json', import.meta.url))

/** What is known of earlier trials; nothing where none was ever kept. Throws `InvalidError` for a damaged file. */
export async function readTrialLog(file = trialLogFile): Promise<TrialLog> {
  const text = await readText(file)
  if (text === undefined) return { run: null, trials: [] }
  const parsed = TrialLog.safeParse(parseJson(text, file))
  if (parsed.success) return parsed.data
  throw new InvalidError('catalog.damaged-log', `${file} is no log of trials.`, {
    hint: 'Take it from git again; npm run catalog:smoke -- --all makes it anew.',
    issues: issuesOf(parsed.error, undefined),
  })
}

/** Keeps the trials, by name, one a line. */
export async function writeTrialLog({ run, trials }: TrialLog, file = trialLogFile): Promise<void> {
  const sorted = trials.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const lines = sorted.map((trial) => `    ${JSON.stringify(trial)}`)
  await writeFileAtomic(
    file,
    `{\n  "run": ${JSON.stringify(run)},\n  "trials": [\n${lines.join(',\n')}\n  ]\n}\n`,
  )
}
