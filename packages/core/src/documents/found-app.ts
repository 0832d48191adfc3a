import * as z from 'zod'
import { AppName } from '../manifest/app-name.ts'
import { MethodKind } from '../manifest/install-method.ts'
import { PlatformConstraint } from '../manifest/platform.ts'
import { shownLine } from '../text.ts'

const FoundStage = z.object({
  name: AppName,
  program: shownLine(100).optional(),
  args: z.array(z.string().max(20_000)).max(100),
})

/** A recipe that fits a query, with its call as `run_cli_app` takes it. */
export const FoundRecipe = z.object({
  task: shownLine(120),
  i18n: z.record(z.string().max(40), z.object({ task: shownLine(120) })).optional(),
  call: FoundStage.extend({
    stdin: z.string().max(100_000).optional(),
    stdin_file: z.string().max(4000).optional(),
    stdout_file: z.string().max(4000).optional(),
    pipe: z.array(FoundStage).max(7).optional(),
  }),
  placeholders: z
    .record(z.string().max(40), z.string().max(20_000))
    .optional()
    .describe('What stands as {name} in the call, with an example'),
  needs: z.array(shownLine(40)).max(10).optional().describe('What it needs besides the program'),
})
export type FoundRecipe = z.infer<typeof FoundRecipe>

/** What decides whether a method can be used on a machine. */
export const MethodHint = z.object({
  method: MethodKind,
  platforms: z.array(PlatformConstraint).max(20).optional().describe('All, when absent'),
  program: shownLine(100).optional().describe('Program that must be on PATH, which the method only adopts'),
})
export type MethodHint = z.infer<typeof MethodHint>

/** What a search adds to an app; absent where the source has no manifests at hand. */
export const foundFields = {
  recipes: z.array(FoundRecipe).max(10).optional().describe('The recipes that fit the query, best first'),
  install: z.array(MethodHint).max(50).optional().describe('Its install methods, preferred ones first'),
}
