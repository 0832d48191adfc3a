import { CommandNode, exampleCall, type Recipe } from '@cli-apps/core'
import type { CatalogEntry } from '../entries.ts'
import { callFaults } from './call-faults.ts'
import { treeExceptions } from './tree-exceptions.ts'

/** A recipe with something that the command tree of its program lacks. */
interface FaultyRecipe {
  entry: CatalogEntry
  recipe: Recipe
  faults: string
}

/** The recipes whose programs all have a command tree, and those with something that the trees lack. */
export interface ComparedCalls {
  compared: { entry: CatalogEntry; recipe: Recipe }[]
  faulty: FaultyRecipe[]
}

/**
 * Compares every recipe with the command trees of its programs. What a tree lacks is a mistake of the recipe or of the help
 * reader; which one, only the program can tell.
 */
export function compareCalls(
  entries: readonly CatalogEntry[],
  exceptions: Readonly<Record<string, string>> = treeExceptions,
): ComparedCalls {
  const byName = new Map(entries.map((entry) => [entry.name, entry]))
  const result: ComparedCalls = { compared: [], faulty: [] }
  for (const entry of entries)
    for (const recipe of entry.manifest.recipes ?? []) {
      const { program, args, pipe = [] } = exampleCall(recipe)
      const stages = [{ name: entry.name, program, args }, ...pipe].map((stage) => ({
        tree: treeOf(byName.get(stage.name), stage.program),
        args: stage.args,
      }))
      if (stages.some(({ tree }) => tree === undefined)) continue
      result.compared.push({ entry, recipe })
      const faults = stages
        .flatMap(({ tree, args }) => (tree === undefined ? [] : callFaults(tree, args)))
        .filter(({ word }) => exceptions[`${entry.name} ${recipe.id} ${word}`] === undefined)
        .map(({ what, word }) => `${what} ${word}`)
      if (faults.length > 0) result.faulty.push({ entry, recipe, faults: faults.join(', ') })
    }
  return result
}

function treeOf(entry: CatalogEntry | undefined, program: string | undefined): CommandNode | undefined {
  if (entry === undefined) return undefined
  if (program === undefined || program === entry.manifest.entry_point) return entry.tree
  return CommandNode.safeParse(entry.programs[program]).data
}
