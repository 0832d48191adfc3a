import type { CommandNode } from '@cli-apps/help/command-tree'
import type { Effect } from '../manifest/effect/effect.ts'
import type { AppManifest } from '../manifest/manifest.ts'
import { exampleCall } from '../manifest/recipe/fill-recipe.ts'
import { parentFolders, type Recipe } from '../manifest/recipe/recipe.ts'
import { callEffect } from './call-effect.ts'

/**
 * Returns the effect that a manifest's lists give the call of one of its recipes, with the examples of its placeholders.
 * `treeOf` gives the command tree of a program; without it, the effect of more calls is `unknown`.
 */
export function listedEffect(
  manifest: Pick<AppManifest, 'entry_point' | 'programs' | 'run'>,
  recipe: Recipe,
  treeOf: (program: string) => CommandNode | undefined = () => undefined,
): Effect {
  const { program = manifest.entry_point, args, stdin, stdin_file } = exampleCall(recipe)
  const hasInput = stdin !== undefined || stdin_file !== undefined
  const files = new Set([
    ...Object.keys(recipe.files ?? {}).flatMap((file) => [file, ...parentFolders(file)]),
    ...Object.values(recipe.placeholders ?? {}).flatMap(({ type, example }) =>
      type === 'file' || type === 'folder' ? [example] : [],
    ),
  ])
  const run =
    program === manifest.entry_point
      ? manifest.run
      : { effects: manifest.programs?.find(({ name }) => name === program)?.effects }
  return callEffect({ run }, treeOf(program), args, { isThere: (name) => files.has(name), hasInput })
}
