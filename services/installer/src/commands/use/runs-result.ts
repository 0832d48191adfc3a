import * as z from 'zod'

const Stream = z.enum(['stdout', 'stderr'])

/** `runs --json`. */
export const RunsResult = z.union([
  z
    .object({
      runs: z
        .array(
          z.object({
            run_id: z.string(),
            app: z.string(),
            begun_at: z.iso.datetime(),
            stdout: z.int().describe('Bytes that are saved of it'),
            stderr: z.int(),
          }),
        )
        .describe('The newest first'),
    })
    .describe('of list'),
  z
    .object({
      run_id: z.string(),
      stream: Stream,
      text: z.string(),
      lines: z
        .object({ from: z.int(), to: z.int(), total: z.int() })
        .describe('Numbers of the first and last line, and lines of the whole output'),
      matches: z.int().optional().describe('Lines that hold the text of --match'),
      omitted: z.int().describe('Characters of the requested lines that did not fit'),
      next: z.int().optional().describe('Line to continue at'),
    })
    .describe('of show'),
  z
    .object({
      run_id: z.string(),
      stream: Stream,
      json: z.unknown().optional().describe('What the query selects'),
      text: z.string().optional().describe('Its beginning, where it does not fit'),
      omitted: z.int(),
    })
    .describe('of show with --query'),
])
export type RunsResult = z.infer<typeof RunsResult>
