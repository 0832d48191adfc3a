import { CommandNode, exampleCall, type Recipe } from '@cli-apps/core'
import type { CatalogEntry } from '../entries.ts'
import { type CallFault, callFaults } from './call-faults.ts'
import { treeExceptions } from './tree-exceptions.ts'
import { wasRun } from './was-run.ts'

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
  for (const entry of entries) {
    const found: { recipe: Recipe; faults: CallFault[] }[] = []
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
      found.push({ recipe, faults })
    }
    const proven = provenOptions(entry, found)
    for (const { recipe, faults } of found) {
      const left = wasRun(entry, recipe)
        ? faults
        : faults.filter(({ what, word }) => what !== 'option' || !proven.has(nameOf(word)))
      if (left.length > 0)
        result.faulty.push({
          entry,
          recipe,
          faults: left.map(({ what, word }) => `${what} ${word}`).join(', '),
        })
    }
  }
  return result
}

/** Options that the tree of a program without commands lacks, although recipes that passed use them. */
function provenOptions(
  entry: CatalogEntry,
  found: readonly { recipe: Recipe; faults: readonly CallFault[] }[],
): ReadonlySet<string> {
  if (entry.tree === undefined || entry.tree.commands.length > 0) return new Set()
  return new Set(
    found
      .filter(({ recipe }) => wasRun(entry, recipe))
      .flatMap(({ faults }) => faults.flatMap(({ what, word }) => (what === 'option' ? [nameOf(word)] : []))),
  )
}

const nameOf = (word: string): string => word.replace(/=.*/s, '')

function treeOf(entry: CatalogEntry | undefined, program: string | undefined): CommandNode | undefined {
  if (entry === undefined) return undefined
  if (program === undefined || program === entry.manifest.entry_point) return entry.tree
  return CommandNode.safeParse(entry.programs[program]).data
}
