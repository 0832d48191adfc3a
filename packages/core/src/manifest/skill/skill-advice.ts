import * as z from 'zod'
import { HttpsUrl, line } from '../../text.ts'
import { AppName } from '../app-name.ts'
import { RecipeId } from '../recipe/recipe.ts'

/** By what a reader can check a sentence. */
const evidence = {
  recipe: RecipeId.optional().describe('The id of the recipe that shows it'),
  source: HttpsUrl.optional().describe('The page that says it'),
}

const Gotcha = z.union([
  line(300),
  z.strictObject({ text: line(300).describe('What surprises'), ...evidence }),
])
type Gotcha = z.infer<typeof Gotcha>

export const gotchaText = (gotcha: Gotcha): string => (typeof gotcha === 'string' ? gotcha : gotcha.text)

/** What agents should know before they call an app. */
export const SkillAdvice = z.strictObject({
  use_when: line(400).optional().describe('The situations in which an agent should use it'),
  instead: z
    .array(
      z.strictObject({
        task: line(120).describe('The task'),
        app: AppName.describe('An app that does the task better'),
      }),
    )
    .max(10)
    .optional()
    .describe('Neighboring tasks for which another app is the better choice'),
  choose: z
    .array(
      z.strictObject({
        situation: line(160).describe('The situation'),
        use: line(300).describe('What to use in it'),
      }),
    )
    .max(12)
    .optional()
    .describe(
      'What to decide before a call, where there are several ways: the situation, and what to use in it',
    ),
  fixes: z
    .array(
      z.strictObject({
        symptom: line(300).describe('What the program prints or does, as it was seen'),
        fix: line(300).describe('What helps'),
        ...evidence,
      }),
    )
    .max(20)
    .optional()
    .describe('What goes wrong, and what helps'),
  gotchas: z
    .array(Gotcha)
    .max(20)
    .optional()
    .describe('What surprises users of this program; with evidence where there is some'),
})
export type SkillAdvice = z.infer<typeof SkillAdvice>
