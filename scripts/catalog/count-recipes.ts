import { compareCalls } from './check/compare-calls.ts'
import { resultOf, wasRun } from './check/was-run.ts'
import type { CatalogEntry } from './entries.ts'

export interface RecipeCounts {
  recipes: number
  /** Passed, as they are now, on the very program. */
  executed: number
  /** Not executed; the command trees of their programs have everything that they use. */
  compared: number
  /** Neither executed nor found in a command tree. */
  neither: number
  /** Entries whose recipes were run. */
  entries: number
}

/** Entries that any user can install, with recipes that need nothing else and were not run as they are now. */
export const waitingEntries = (entries: readonly CatalogEntry[]): string[] =>
  entries
    .filter(({ manifest }) => manifest.install.some(({ method }) => method === 'npm' || method === 'debian'))
    .filter((entry) =>
      (entry.manifest.recipes ?? []).some(
        (recipe) => (recipe.needs ?? []).length === 0 && resultOf(entry, recipe) === undefined,
      ),
    )
    .map(({ name }) => name)

/** Counts the recipes of the catalog by how they were checked. */
export function countRecipes(entries: readonly CatalogEntry[]): RecipeCounts {
  const all = entries.flatMap((entry) => (entry.manifest.recipes ?? []).map((recipe) => ({ entry, recipe })))
  const executed = all.filter(({ entry, recipe }) => wasRun(entry, recipe))
  const { compared, faulty } = compareCalls(entries)
  const matching = compared.filter(
    ({ entry, recipe }) =>
      !wasRun(entry, recipe) && !faulty.some((one) => one.entry === entry && one.recipe === recipe),
  )
  return {
    recipes: all.length,
    executed: executed.length,
    compared: matching.length,
    neither: all.length - executed.length - matching.length,
    entries: entries.filter(({ results }) => results !== undefined).length,
  }
}
