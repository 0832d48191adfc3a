import * as z from 'zod'
import { ErrorReportDocument } from './error-document.ts'

const Stage = z.object({
  name: z.string(),
  exit_code: z.int().nullable(),
  signal: z.string().nullable(),
  stderr: z.string(),
})

/** What a run gave. An exit status other than 0 is a result like any other. */
export const RunOutcome = z.object({
  app: z.string().optional().describe('The name of the app, where the call named it otherwise'),
  run_id: z
    .string()
    .optional()
    .describe(
      'By which what was saved of its output is read; absent where the output was passed on as it came',
    ),
  exit_code: z
    .int()
    .nullable()
    .describe('With several programs that of the last one that failed, else of the last one'),
  signal: z.string().nullable(),
  timed_out: z.boolean(),
  stdout: z.string(),
  stderr: z.string(),
  truncated: z.boolean().describe('Some of the output was left out'),
  json: z.unknown().optional().describe('stdout as JSON, where that was asked for; stdout is empty then'),
  stages: z.array(Stage).optional().describe('Each program of a pipeline, in order'),
  stdout_file: z
    .object({ path: z.string(), bytes: z.int() })
    .optional()
    .describe('Where standard output went, relative to the workspace'),
  stdout_file_error: ErrorReportDocument.optional().describe(
    'Why standard output, although the program ended, is not in the requested file; it is saved under run_id instead',
  ),
  log: z
    .string()
    .nullable()
    .describe(
      'Path of the whole output in the workspace, where some was left out or the requested file refused',
    ),
  files: z
    .array(z.object({ path: z.string(), kind: z.enum(['created', 'changed', 'deleted']), size: z.int() }))
    .describe('Files of the workspace that changed while it ran, newest first; size in bytes'),
  files_note: z.string().optional().describe('What files does not hold'),
  quarantined: z
    .array(z.object({ path: z.string(), to: z.string() }))
    .optional()
    .describe('What it created at protected places, and where that was moved to'),
  duration_ms: z.int(),
  hint: z.string().optional().describe('What to do next'),
})
export type RunOutcome = z.infer<typeof RunOutcome>

/**
 * The result of a run, the same from `run_cli_app`, `cli-apps run --json`, `cli-apps tools run`, jobs and MCP: what it gave, or why
 * it was not run.
 */
export const RunResult = z.discriminatedUnion('ok', [
  RunOutcome.extend({ ok: z.literal(true) }).describe('when the program ran'),
  z.object({ ok: z.literal(false), error: ErrorReportDocument }).describe('when it was not run'),
])
export type RunResult = z.infer<typeof RunResult>
