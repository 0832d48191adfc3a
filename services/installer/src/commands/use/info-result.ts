import { AppDocument, MethodKind, RecipeResults } from '@cli-apps/core'
import { Requires } from '@cli-apps/core/results'
import * as z from 'zod'

/** `info --json`: the app as its registry has it, and what of it is installed here. */
export const InfoResult = AppDocument.extend({
  registry: z.string(),
  installed: z
    .object({
      version: z.string().describe('Of the entry'),
      installed_version: z.string().nullable().describe('That the program has; null where nothing tells it'),
      program_version: z.string().nullable().describe('What the program itself says'),
      package_version: z
        .string()
        .nullable()
        .describe('What its package manager says; null for a program without a package'),
      method: MethodKind,
      argv: z.array(z.string()).min(1).describe('What starts the program; its arguments follow'),
      skill: z.string().describe('Path of its skill in the workspace'),
      copies: z.array(z.string()).describe('Paths of its copies for agents, in the workspace'),
    })
    .nullable(),
  recipes: z
    .array(
      z.object({
        id: z.string(),
        task: z.string(),
        checked: z
          .enum(['here', 'elsewhere', 'no'])
          .describe(
            'Ran on this machine when the app was installed, on another one as the registry says, or nowhere that is known',
          ),
        source: z.string().optional().describe('Page from which one that is not checked was taken'),
      }),
    )
    .describe('Tasks with a call, of the version that is installed or shown'),
  recipes_run: RecipeResults.pick({ date: true, method: true, platform: true, program_version: true })
    .nullable()
    .describe('When and how those that are checked elsewhere were run; null where that is not known'),
  requires: Requires.nullable().describe('What it needs besides its program; null where that is not known'),
})
export type InfoResult = z.infer<typeof InfoResult>
