import * as z from 'zod'
import { AppName } from '../manifest/app-name.ts'
import { LanguageTag } from '../manifest/language-tag.ts'
import { exampleCall } from '../manifest/recipe/fill-recipe.ts'
import { placeholderIssues } from '../manifest/recipe/placeholder.ts'
import { Expectation, Placeholders, RecipeCall, RecipeFiles, RecipeId } from '../manifest/recipe/recipe.ts'
import { t } from '../messages/t.ts'
import { line } from '../text.ts'
import { playbookApps } from './playbook-apps.ts'

const Task = z.record(LanguageTag, z.strictObject({ task: line(120) }))

const Step = z.strictObject({
  app: AppName,
  task: line(120).describe('What this step does, in the words of somebody who wants that'),
  i18n: Task.optional(),
  call: RecipeCall,
  expect: Expectation.optional().describe('What the proof expects; exit status 0 when absent'),
  shows: z.string().min(1).max(2000).optional().describe('What it prints, for readers'),
})
export type PlaybookStep = z.infer<typeof Step>

/**
 * A task that takes several apps: calls in order, in one folder, each of which finds what the earlier ones wrote. Its
 * placeholders are those of all steps; with their examples and its files it runs as it stands.
 */
export const Playbook = z
  .strictObject({
    playbook: z.literal(1),
    name: RecipeId,
    task: line(120).describe('What it does, in the words of somebody who wants that'),
    i18n: Task.optional(),
    placeholders: Placeholders.optional(),
    files: RecipeFiles.optional(),
    steps: z.array(Step).min(2).max(12),
  })
  .superRefine((playbook, context) => {
    if (playbookApps(playbook).length < 2)
      context.addIssue({
        code: 'custom',
        path: ['steps'],
        message: t('playbook.one-app', 'must use at least two apps; with one it is a recipe'),
      })
    const calls = playbook.steps.map(({ call }) => call)
    for (const issue of placeholderIssues(playbook.placeholders, calls))
      context.addIssue({ code: 'custom', ...issue })
  })
export type Playbook = z.infer<typeof Playbook>

/** The call of a step as `run_cli_app` takes it, with the examples of the placeholders. */
export const stepCall = (
  { name: id, placeholders }: Pick<Playbook, 'name' | 'placeholders'>,
  { app, call }: Pick<PlaybookStep, 'app' | 'call'>,
): RecipeCall & { name: AppName } => ({ name: app, ...exampleCall({ id, call, placeholders }) })
