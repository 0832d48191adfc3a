import { t, UsageError } from '@cli-apps/core'
import type { Workspace } from '@cli-apps/core/node'
import * as z from 'zod'
import type { Limits } from '../options.ts'
import { mostQueried, requireQuery, runQuery } from '../query/run-query.ts'
import type { SimpleTool } from '../tools/tool.ts'
import type { CutRuns } from './cut-runs.ts'
import { type ReadLines, readLines } from './read-lines.ts'
import { openSavedOutput } from './saved-output.ts'

const Line = z.int().min(1)

export const ReadCliOutputInput = z
  .strictObject({
    run_id: z.string().describe('run_id of a result'),
    stream: z.enum(['stdout', 'stderr']).optional().describe('stdout when absent'),
    lines: z
      .strictObject({ from: Line.optional(), to: Line.optional() })
      .optional()
      .describe('Numbers of the first and last line, from 1; all when absent, as far as they fit'),
    match: z.string().min(1).max(1000).optional().describe('Only lines that hold this text, with numbers'),
    query: z.string().max(2000).optional().describe('JMESPath expression, for output that is JSON'),
  })
  .refine(({ lines: { from = 1, to = Number.POSITIVE_INFINITY } = {} }) => from <= to, {
    path: ['lines'],
    error: () => t('read-cli-output.lines', 'must end where they begin or later'),
  })
  .refine(({ query, lines, match }) => query === undefined || (lines === undefined && match === undefined), {
    path: ['query'],
    error: () => t('read-cli-output.query', 'must be absent with lines or match'),
  })
export type ReadCliOutputInput = z.output<typeof ReadCliOutputInput>

/** What is read of saved output: lines of it, or what a query selects (as text where it does not fit). */
export type SavedOutput = { run_id: string; stream: 'stdout' | 'stderr' } & (
  | ReadLines
  | { json: unknown; omitted: number }
  | { text: string; omitted: number }
)

interface ReadCliOutputServices {
  workspace: Workspace
  limits: Pick<Limits, 'outputCharacters'>
}

interface ReadCliOutputToolServices extends ReadCliOutputServices {
  cutRuns: Pick<CutRuns, 'any'>
}

/** The tool that pages through output that did not fit into a result. It changes nothing. */
export const createReadCliOutput = ({
  cutRuns,
  ...services
}: ReadCliOutputToolServices): SimpleTool<typeof ReadCliOutputInput> => ({
  name: 'read_cli_output',
  effect: 'read',
  isListed: cutRuns.any,
  input: ReadCliOutputInput,
  description:
    'Reads output of a run that was too long for its result, by lines, by a text in the lines, or by a JMESPath query.',
  run: async (input) => ({ ...(await readCliOutput(input, services)) }),
})

/**
 * Reads saved output. Throws what `openSavedOutput`, `requireQuery` and `runQuery` throw, and `UsageError` `run.output-not-json`.
 */
export async function readCliOutput(
  { run_id, stream = 'stdout', lines, match, query }: ReadCliOutputInput,
  { workspace, limits: { outputCharacters: budget } }: ReadCliOutputServices,
): Promise<SavedOutput> {
  if (query !== undefined) await requireQuery(query)
  await using file = await openSavedOutput(workspace, run_id, stream)
  const base = { run_id, stream }
  if (query === undefined) {
    const { from = 1, to = Number.POSITIVE_INFINITY } = lines ?? {}
    return { ...base, ...(await readLines(file, { from, to, match, budget })) }
  }
  const { size } = await file.stat()
  const json = size > mostQueried ? undefined : await runQuery({ text: await file.readFile('utf8'), query })
  if (json === undefined)
    throw new UsageError(
      'run.output-not-json',
      t('run.output-not-json', 'The saved output is not JSON, or larger than 16 MB.'),
      { hint: t('run.output-not-json.hint', 'Read it by lines, or with match.') },
    )
  if (json.length <= budget) return { ...base, json: JSON.parse(json), omitted: 0 }
  return { ...base, text: json.slice(0, budget), omitted: json.length - budget }
}
