import * as z from 'zod'
import { t } from '../../messages/t.ts'
import { Argument, bounded, HttpsUrl, line } from '../../text.ts'
import { AppName } from '../app-name.ts'
import { ExecutableName } from '../install-method.ts'
import { LanguageTag } from '../language-tag.ts'
import { Placeholder, placeholderIssues, placeholderName } from './placeholder.ts'

const maxRecipes = 60
const maxContent = 100_000
const maxNames = 30

const fewNames = (names: Readonly<Record<string, unknown>>): boolean => Object.keys(names).length <= maxNames
const tooManyNames = {
  error: () => t('recipe.too-many-names', 'must have at most {max} keys', { max: maxNames }),
}

const Stage = z.strictObject({
  name: AppName.describe('Another app, or this one'),
  program: ExecutableName.optional().describe('One of its programs; its entry point when absent'),
  args: z.array(Argument).max(100).describe('Its arguments'),
})

export const RecipeCall = z
  .strictObject({
    program: ExecutableName.optional().describe('One of "programs"; the entry point when absent'),
    args: z.array(Argument).max(100).describe('Arguments after the program; {name} is a placeholder'),
    stdin: z.string().max(maxContent).optional().describe('Text for standard input; has no placeholders'),
    stdin_file: Argument.min(1).optional().describe('File for standard input'),
    stdout_file: Argument.min(1).optional().describe('File that standard output goes to'),
    pipe: z
      .array(Stage)
      .min(1)
      .max(7)
      .optional()
      .describe('Programs that read the output, one after the other'),
  })
  .refine(({ stdin, stdin_file: file }) => stdin === undefined || file === undefined, {
    path: ['stdin_file'],
    error: () => t('recipe.one-input', 'must not stand beside stdin'),
  })
/** A call as `run_cli_app` takes it, without the name of the app. */
export type RecipeCall = z.infer<typeof RecipeCall>

const filePath = bounded(100).regex(
  /^(?!(?:.*\/)?\.{1,2}(?:\/|$))[A-Za-z0-9_.][A-Za-z0-9_.-]*(?:\/[A-Za-z0-9_.][A-Za-z0-9_.-]*)*$/,
  {
    error: () =>
      t(
        'recipe.file-path',
        'must be the path of a file in the folder of the call: letters, digits, "_", "." and "-", with "/" after the name of a folder',
      ),
  },
)

export const Expectation = z.strictObject({
  exit: z.int().min(0).max(255).optional().describe('Exit status; 0 when absent'),
  stdout_contains: z.string().min(1).max(500).optional().describe('A part of what it prints'),
  file: filePath.optional().describe('A file that must exist and not be empty afterwards'),
})

/** Runs of a verification must not depend on what a person or another service does. */
const Need = z.enum(['network', 'account', 'server', 'display', 'input', 'project'])

export const RecipeId = bounded(60).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, {
  error: () => t('recipe.id', 'must be lower case letters and digits, in words joined by single hyphens'),
})

export const Placeholders = z.record(placeholderName, Placeholder).refine(fewNames, tooManyNames)

/** The folders in which a file of a recipe is: `a` and `a/b` of `a/b/c.txt`. */
export const parentFolders = (file: string): string[] =>
  file
    .split('/')
    .slice(0, -1)
    .map((_, at, folders) => folders.slice(0, at + 1).join('/'))

/** Files in the folder of a call: text, or bytes as `{base64}`. */
export const RecipeFiles = z
  .record(
    filePath,
    z.union([
      z.string().max(maxContent),
      z.strictObject({ base64: z.base64().max(maxContent).describe('The bytes') }),
    ]),
  )
  .refine(fewNames, tooManyNames)
  .refine(
    (files) =>
      Object.keys(files).every((file) => !parentFolders(file).some((folder) => Object.hasOwn(files, folder))),
    {
      error: () => t('recipe.file-and-folder', 'must not have a file that is the folder of another'),
    },
  )

const RecipeFields = z.strictObject({
  id: RecipeId.describe('Its name in results of verifications; readers do not see it'),
  // A program can be proved by a call that nobody would make, such as one on a file of two bytes. It is of the same form
  // as every other proof, so that one list is run; without a task, no skill, page or search shows it.
  task: line(120)
    .optional()
    .describe(
      'What it does, in the words of somebody who wants that; absent for a call that only proves the program',
    ),
  i18n: z
    .record(LanguageTag, z.strictObject({ task: line(120).describe('The task in that language') }))
    .optional()
    .describe('The task in other languages, by language tag'),
  call: RecipeCall.describe('The call that does it'),
  placeholders: Placeholders.optional().describe(
    'Names that stand as {name} in the call; with their examples it runs as it stands',
  ),
  files: RecipeFiles.optional().describe(
    'Files that the call finds in its empty folder when it is verified: text, or {base64}',
  ),
  expect: Expectation.optional().describe(
    'What a verification expects; without it an install does not run the call, and the catalog expects exit status 0',
  ),
  shows: z.string().min(1).max(2000).optional().describe('What it prints, for readers'),
  effect: z
    .enum(['read', 'write', 'destructive'])
    .optional()
    .describe('Whether the call reads, writes or destroys'),
  needs: z
    .array(Need)
    .max(5)
    .optional()
    .describe(
      'What it needs besides the program and its files; a call that needs something is not run by itself',
    ),
  source: HttpsUrl.optional().describe('Page from which a call that nobody ran was taken'),
})

/** A task with the call that does it, or a call that proves the program. */
export const Recipe = RecipeFields.refine(({ task, expect }) => task !== undefined || expect !== undefined, {
  error: () => t('recipe.purpose', 'must have a task, or an expectation that makes it a proof'),
}).superRefine((recipe, context) => {
  for (const issue of placeholderIssues(recipe.placeholders, [recipe.call]))
    context.addIssue({ code: 'custom', ...issue })
})
export type Recipe = z.infer<typeof Recipe>

export const Recipes = z
  .array(Recipe)
  .max(maxRecipes)
  .superRefine((recipes, context) => {
    const ids = recipes.map(({ id }) => id)
    for (const [at, id] of ids.entries())
      if (ids.indexOf(id) < at)
        context.addIssue({
          code: 'custom',
          path: [at, 'id'],
          message: t('recipe.ids-twice', 'must differ from the id of every other recipe'),
        })
  })
