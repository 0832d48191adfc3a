import { RunResult } from '@cli-apps/core/results'
import * as z from 'zod'

const Entry = {
  id: z.string(),
  status: z.enum(['awaiting_confirmation', 'pending', 'done', 'failed', 'canceled', 'lost', 'denied']),
  tool: z.string(),
  app: z.string().nullable(),
  args: z.array(z.string()).describe('What the app was given, without secrets'),
  created_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  result_file: z.string().describe('Path of its outcome in the workspace'),
  log: z.string().describe('Path of its output in the workspace'),
}

/** `jobs --json`. */
export const JobsResult = z.union([
  z.object({ jobs: z.array(z.object(Entry)).describe('The newest first') }).describe('of list'),
  z
    .object({
      ...Entry,
      output: z.string().describe('The last lines it printed'),
      result: RunResult.nullable().describe('What the run gave; null as long as it has not ended'),
    })
    .describe('of show'),
  z.object({ ...Entry, changed: z.boolean().describe('It had not ended before') }).describe('of cancel'),
])
export type JobsResult = z.infer<typeof JobsResult>
