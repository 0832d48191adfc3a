import * as z from 'zod'
import { Digest } from '../digest.ts'
import { AppName } from '../manifest/app-name.ts'
import { MethodKind } from '../manifest/install-method.ts'
import { Platform } from '../manifest/platform.ts'
import { RecipeId } from '../manifest/recipe/recipe.ts'
import { EntryVersion } from '../manifest/versions.ts'
import { bounded, line } from '../text.ts'

const files = z.array(line(300)).min(1).max(20)

/** Files that a call left different: in its folder, without the one that holds its output, and in a home that was empty. */
const RecipeChanges = z.strictObject({
  created: files.optional(),
  changed: files.optional(),
  deleted: files.optional(),
  kept: files.optional().describe('Places in the home, such as `~/.cache/prettier`'),
})
export type RecipeChanges = z.infer<typeof RecipeChanges>

const RecipeResult = z.strictObject({
  recipe: Digest.describe('Of what was run: its call, placeholders, files, needs and expectation'),
  outcome: z.enum(['passed', 'failed', 'not-run']),
  reason: line(400).optional().describe('Why it failed or was not run'),
  changes: RecipeChanges.optional().describe(
    'Files that differed after it; absent for a call that changed none',
  ),
})
export type RecipeResult = z.infer<typeof RecipeResult>

/**
 * What became of the recipes of one version when somebody ran them on the installed program. A document of its own: it says
 * what was seen, and changes without the manifest.
 */
export const RecipeResults = z.strictObject({
  results: z.literal(1),
  name: AppName,
  version: EntryVersion.describe('Of the entry'),
  program_version: bounded(100).nullable().describe('What the program itself printed'),
  method: MethodKind.describe('By which it was installed'),
  platform: Platform,
  system: line(60).optional().describe('The operating system, such as "Debian 12"'),
  date: z.iso.date(),
  recipes: z.record(RecipeId, RecipeResult).describe('By the id of the recipe'),
})
export type RecipeResults = z.infer<typeof RecipeResults>
