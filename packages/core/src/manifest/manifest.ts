import * as z from 'zod'
import { Digest } from '../digest.ts'
import { t } from '../messages/t.ts'
import { Argument, bounded, HttpsUrl, line, phrase } from '../text.ts'
import { AppName } from './app-name.ts'
import { Effects } from './effect/effects.ts'
import { ExecutableName, InstallMethod, MethodKind } from './install-method.ts'
import { LanguageTag } from './language-tag.ts'
import { ManifestCommands } from './publication.ts'
import { Recipes } from './recipe/recipe.ts'
import { AppRequirements } from './requires/app-requirements.ts'
import { SkillAdvice } from './skill/skill-advice.ts'
import { EntryVersion } from './versions.ts'

export const Category = z.enum([
  'ai',
  'audio',
  'automation',
  'browser',
  'cad-3d',
  'cloud',
  'communication',
  'data',
  'database',
  'design',
  'dev',
  'devops',
  'documents',
  'finance',
  'games',
  'image',
  'iot',
  'knowledge',
  'mobile',
  'network',
  'office',
  'project-management',
  'science',
  'search',
  'security',
  'system',
  'testing',
  'text',
  'video',
  'web',
])
export type Category = z.infer<typeof Category>

const Texts = {
  display_name: line(60).describe('Its name as its authors write it'),
  summary: line(120).describe('What it is, in one line'),
  description: line(700).describe('What it does and when to use it, in the words that users type'),
}

const args = z.array(Argument).max(100)
const tag = line(40)

const Run = z.strictObject({
  help: args.optional().describe('Arguments that print the help; --help when absent'),
  version: z
    .strictObject({
      args: args.describe('Arguments that print it'),
      expect: phrase(100).optional().describe('A part of the output that no other program prints'),
    })
    .optional()
    .describe('Arguments that print the version, and a plain substring that proves it is this program'),
  json: z
    .strictObject({
      args: args.min(1).describe('Arguments that are added'),
      position: z.enum(['first', 'last']).describe('Where they are added'),
    })
    .optional()
    .describe('Arguments that make the output JSON; last means before --'),
  bare: z
    .enum(['session', 'stdin', 'window'])
    .optional()
    .describe(
      'What a call without arguments does, where it is no help text: it opens a session that waits for input, reads standard input, or opens a window',
    ),
  timeout: z
    .int()
    .min(1)
    .max(600)
    .optional()
    .describe('Seconds after which a call is ended that states no time itself'),
  effects: Effects.optional().describe('What calls do, by command, option or operand'),
})

const AppProgram = z.strictObject({
  name: ExecutableName.describe('Its executable, by which calls name it'),
  bin: z
    .partialRecord(MethodKind, ExecutableName)
    .optional()
    .describe('The executable by method, where a method names it otherwise'),
  summary: line(120).describe('What it does, in one line'),
  effects: Effects.optional().describe('What its calls do'),
})
/** An executable that an app brings besides its entry point. */
export type AppProgram = z.infer<typeof AppProgram>

/** Their command trees are files, which some disks would mix up. */
const isSameProgram = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const Programs = z
  .array(AppProgram)
  .min(1)
  .max(50)
  .refine((programs) => new Set(programs.map(({ name }) => name.toLowerCase())).size === programs.length, {
    error: () => t('manifest.programs-twice', 'must name each program once, ignoring letter case'),
  })

const ManifestFields = z.strictObject({
  $schema: z.string().max(300).optional().describe('Address of this schema, for editors'),
  manifest: z.literal(1).describe('The format of the manifest'),
  name: AppName.describe('By which people and agents install and call it'),
  version: EntryVersion.describe('Semantic version of the app; it is published once, and never changed'),
  program_version: line(60).optional().describe('What the program calls its own version'),
  ...Texts,
  i18n: z
    .record(LanguageTag, z.strictObject(Texts).partial())
    .optional()
    .describe('The texts in other languages, by language tag'),
  category: Category.describe('The one under which pages list it'),
  tags: z.array(tag).max(30).optional().describe('Words by which people search for it'),
  aliases: z.array(line(40)).max(20).optional().describe('Other names that a message may mention it by'),
  homepage: HttpsUrl.optional().describe('Its page'),
  repository: HttpsUrl.optional().describe('Its source code'),
  docs: HttpsUrl.optional().describe('Its documentation'),
  license: bounded(120)
    .regex(/^[A-Za-z0-9.+()-]+( (AND|OR|WITH) [A-Za-z0-9.+()-]+)*$/, {
      error: () => t('manifest.spdx-expression', 'must be an SPDX expression, such as MIT or Apache-2.0'),
    })
    .optional()
    .describe('Its license, as an SPDX expression'),
  entry_point: ExecutableName.describe('Its executable, to which calls pass their arguments'),
  programs: Programs.optional().describe(
    'Executables that the app brings besides the entry point; a call names one by "program"',
  ),
  install: z
    .array(InstallMethod)
    .min(1)
    .max(20)
    .describe('Ways to install it, the preferred first; the first that fits a machine is used'),
  requires: AppRequirements.optional().describe('What it needs besides its files'),
  run: Run.optional().describe('How its program is called'),
  skill: SkillAdvice.optional().describe('What agents should know before they call it'),
  commands: ManifestCommands.optional().describe(
    'Digests of the command trees by program; early manifests hold the tree of the entry point itself',
  ),
  commands_version: bounded(60)
    .regex(/^\d[0-9A-Za-z.+~-]*$/, {
      error: () => t('manifest.commands-version', 'must be a version such as "8.6.0", without spaces'),
    })
    .optional()
    .describe(
      'The version of the program whose help the trees hold, and whose output recipes show; absent where it is the one of the manifest',
    ),
  commands_read_from: z
    .array(Digest)
    .min(1)
    .max(20)
    .optional()
    .describe(
      'Digests of the installed files whose help the trees were read from; for these files, the installer uses the trees instead of reading help',
    ),
  recipes: Recipes.optional().describe('Tasks with the calls that do them, and calls that prove the program'),
})

/**
 * Manifest of one version of an app, format 1. JSON with snake_case keys. Every `args` array contains the arguments
 * after the entry point; there are no shell strings.
 */
export const AppManifest = ManifestFields.refine(
  ({ entry_point, programs = [] }) => !programs.some(({ name }) => isSameProgram(name, entry_point)),
  { path: ['programs'], error: () => t('manifest.programs-entry-point', 'must not name the entry point') },
).superRefine(({ entry_point, programs = [], recipes = [], skill = {} }, context) => {
  const names = new Set([entry_point, ...programs.map(({ name }) => name)])
  for (const [at, { call }] of recipes.entries())
    if (call.program !== undefined && !names.has(call.program))
      context.addIssue({
        code: 'custom',
        path: ['recipes', at, 'call', 'program'],
        message: t('manifest.recipe-program', 'must be the entry point or one of the programs'),
      })
  const ids = new Set(recipes.map(({ id }) => id))
  for (const list of ['fixes', 'gotchas'] as const)
    for (const [at, item] of (skill[list] ?? []).entries())
      if (typeof item !== 'string' && item.recipe !== undefined && !ids.has(item.recipe))
        context.addIssue({
          code: 'custom',
          path: ['skill', list, at, 'recipe'],
          message: t('manifest.shown-by-recipe', 'must be the id of a recipe of this manifest'),
        })
})
export type AppManifest = z.infer<typeof AppManifest>
