import * as z from 'zod'
import { SkillReport } from '../skill-lint/finding.ts'

/** The output of `skill lint --json`. */
export const SkillLintResult = SkillReport.extend({
  folder: z.string().describe('Absolute path of the skill that was judged'),
  files: z.int().nonnegative().describe('How many were found in it'),
})
export type SkillLintResult = z.infer<typeof SkillLintResult>
