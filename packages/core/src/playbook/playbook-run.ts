import * as z from 'zod'
import { Digest } from '../digest.ts'
import { shownLine } from '../text.ts'

/** What was seen when all steps of a playbook were run as they stand, and passed. */
export const PlaybookRun = z.strictObject({
  playbook: Digest.describe('Of what was run: its steps, placeholders and files'),
  date: z.iso.date(),
  programs: z
    .record(z.string().max(64), shownLine(100).nullable())
    .describe('The version that each program printed, by app'),
})
export type PlaybookRun = z.infer<typeof PlaybookRun>
