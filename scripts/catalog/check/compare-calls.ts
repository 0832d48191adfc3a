import { CommandNode, exampleCall } from '@cli-apps/core'
import type { CatalogEntry } from '../entries.ts'
import { callFaults } from './call-faults.ts'

/** The recipes whose program has a command tree, and those with something that the tree lacks. */
export interface ComparedCalls {
  compared: number
  faulty: string[]
}

/**
 * Compares every recipe with the command tree of its program. What a tree lacks is a mistake of the recipe or of the help
 * reader; which one, only the program can tell, so this stands against no entry.
 */
export function compareCalls(entries: readonly CatalogEntry[]): ComparedCalls {
  const result: ComparedCalls = { compared: 0, faulty: [] }
  for (const { name, manifest, tree, programs } of entries)
    for (const recipe of manifest.recipes ?? []) {
      const { program = manifest.entry_point, args } = exampleCall(recipe)
      const own = program === manifest.entry_point ? tree : CommandNode.safeParse(programs[program]).data
      if (own === undefined) continue
      result.compared++
      const faults = callFaults(own, args).map(({ what, word }) => `${what} ${word}`)
      if (faults.length > 0) result.faulty.push(`${name} ${recipe.id}: ${faults.join(', ')}`)
    }
  return result
}
