import { IssueReport } from '@cli-apps/core/results'
import * as z from 'zod'

/** The output of `try --json`. */
export const TryResult = z.object({
  name: z.string(),
  version: z.string(),
  method: z.string().describe('By which it was installed'),
  recipes: z.array(
    z.object({
      id: z.string(),
      task: z.string().nullable().describe('Null for a call that only proves the program'),
      outcome: z.enum(['passed', 'failed', 'not-run']),
      reason: z.string().nullable().describe('Why it failed or was not run'),
      source: z.string().optional(),
    }),
  ),
  skill: z.object({ tokens: z.int().describe('Of SKILL.md, estimated'), text: z.string() }),
  issues: z.array(IssueReport).describe('What publishing would refuse'),
  held: z.array(IssueReport).describe('What the operator of a registry would look at first'),
  kept: z.string().nullable().describe('With --keep, the folder of the workspace and the store'),
})
export type TryResult = z.infer<typeof TryResult>
