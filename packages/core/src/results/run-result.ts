import * as z from 'zod'
import { ErrorReportDocument } from './error-document.ts'

/** `run --json`: what the program gave, whatever its exit status, or why it was not run. */
export const RunResult = z.discriminatedUnion('ok', [
  z
    .object({
      ok: z.literal(true),
      exit_code: z.int().nullable(),
      signal: z.string().nullable(),
      timed_out: z.boolean(),
      stdout: z.string(),
      stderr: z.string(),
      truncated: z.boolean(),
      json: z.json().optional(),
      log: z
        .string()
        .nullable()
        .describe('Path of the whole output in the workspace, where some was left out'),
      quarantined: z
        .array(z.object({ path: z.string(), to: z.string() }))
        .optional()
        .describe('What it created at protected places, and where that was moved to'),
      duration_ms: z.int(),
      hint: z.string().optional(),
    })
    .describe('when the program ran'),
  z.object({ ok: z.literal(false), error: ErrorReportDocument }).describe('when it was not run'),
])
export type RunResult = z.infer<typeof RunResult>
