import type { Recipe, RecipeResult } from '@cli-apps/core'
import { recipeDigest } from '@cli-apps/core/node'
import type { CatalogEntry } from '../entries.ts'

/** The result of a recipe as it is now. */
export function resultOf({ results }: CatalogEntry, recipe: Recipe): RecipeResult | undefined {
  const result = results?.recipes[recipe.id]
  return result?.recipe === recipeDigest(recipe) ? result : undefined
}

/** Whether a recipe passed as it is now. */
export const wasRun = (entry: CatalogEntry, recipe: Recipe): boolean =>
  resultOf(entry, recipe)?.outcome === 'passed'
