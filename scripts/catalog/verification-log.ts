import { fileURLToPath } from 'node:url'
import { InvalidError, issuesOf, MethodKind, parseJson } from '@cli-apps/core'
import { readText, writeFileAtomic } from '@cli-apps/core/node'
import * as z from 'zod'

const seconds = z.number().nonnegative()

/** The outcome of the last verification run of one entry. */
export const Verification = z.strictObject({
  name: z.string(),
  version: z.string().describe('Of the entry'),
  digest: z
    .string()
    .describe('Of the parts of the entry that were verified: its methods and how it is called'),
  outcome: z
    .enum(['proven', 'failed', 'impossible'])
    .describe('Installed, tested, documented and removed here; failed; or no method fits this host'),
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
export type Verification = z.infer<typeof Verification>

/** The last run over the whole catalog, with the runs that continued it. */
export const CatalogRun = z.strictObject({
  date: z.iso.date(),
  host: z.string(),
  jobs: z.int(),
  runs: z.int().positive(),
  seconds,
})
export type CatalogRun = z.infer<typeof CatalogRun>

const VerificationLog = z.strictObject({ run: CatalogRun.nullable(), verifications: z.array(Verification) })

/** Logs of older versions have other names for two keys. */
const StoredLog = z.preprocess(
  (value) => renamed(value, 'trials', 'verifications'),
  VerificationLog.extend({
    run: z.preprocess((value) => renamed(value, 'sittings', 'runs'), CatalogRun.nullable()),
  }),
)

const renamed = (value: unknown, from: string, to: string): unknown =>
  typeof value === 'object' && value !== null && from in value
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key === from ? to : key, item]))
    : value
export type VerificationLog = z.infer<typeof VerificationLog>

export const verificationLogFile = fileURLToPath(new URL('../../docs/catalog-report.json', import.meta.url))

/** Reads the outcomes of earlier verification runs; empty without a file. Throws `InvalidError` for a damaged file. */
export async function readVerificationLog(file = verificationLogFile): Promise<VerificationLog> {
  const text = await readText(file)
  if (text === undefined) return { run: null, verifications: [] }
  const parsed = StoredLog.safeParse(parseJson(text, file))
  if (parsed.success) return parsed.data
  throw new InvalidError('catalog.damaged-log', `${file} is not a valid log of verification runs.`, {
    hint: 'Restore it from git, or regenerate it: npm run catalog:smoke -- --all',
    issues: issuesOf(parsed.error, undefined),
  })
}

/** Writes the verification runs, sorted by name, one per line. */
export async function writeVerificationLog(
  { run, verifications }: VerificationLog,
  file = verificationLogFile,
): Promise<void> {
  const sorted = verifications.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const lines = sorted.map((verification) => `    ${JSON.stringify(verification)}`)
  await writeFileAtomic(
    file,
    `{\n  "run": ${JSON.stringify(run)},\n  "verifications": [\n${lines.join(',\n')}\n  ]\n}\n`,
  )
}
