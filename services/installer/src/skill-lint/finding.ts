import * as z from 'zod'

/** One problem or remark for the author of a skill, or for the agent that uses it. */
export const SkillFinding = z.object({
  code: z.string().describe('Stable and dotted, such as skill.link-broken'),
  severity: z
    .enum(['error', 'warning', 'note'])
    .describe('The exit status is 3 where there is any error; a note costs little'),
  file: z.string().describe('From the folder of the skill, with slashes'),
  line: z.int().positive().nullable().describe('Null for what is about the whole file'),
  message: z.string(),
  hint: z.string().describe('One next step'),
})
export type SkillFinding = z.infer<typeof SkillFinding>

/** One factor of the score. */
export const ScoreFactor = z.object({
  name: z.enum(['specification', 'description', 'budget', 'references', 'commands', 'safety', 'text']),
  weight: z.int().nonnegative().describe('0 for what could not be judged: it does not count'),
  points: z.number().nonnegative().describe('At most the weight'),
  why: z.string(),
})
export type ScoreFactor = z.infer<typeof ScoreFactor>

/** The result of linting a skill. */
export const SkillReport = z.object({
  name: z.string().nullable().describe('As its front matter says, or null where that cannot be read'),
  program: z
    .string()
    .nullable()
    .describe('Whose commands the skill was compared with; null where none is known'),
  tokens: z.int().nonnegative().describe('Of SKILL.md, at most; as o200k_base counts'),
  score: z.int().min(0).max(100),
  factors: z.array(ScoreFactor),
  findings: z.array(SkillFinding).describe('The worst first, then by place'),
  counts: z.object({
    error: z.int().nonnegative(),
    warning: z.int().nonnegative(),
    note: z.int().nonnegative(),
  }),
})
export type SkillReport = z.infer<typeof SkillReport>
