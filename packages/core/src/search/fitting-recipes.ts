import type { FoundRecipe } from '../documents/found-app.ts'
import type { AppManifest } from '../manifest/manifest.ts'
import { exampleValues } from '../manifest/recipe/placeholder.ts'
import { taskRecipes } from '../manifest/recipe/recipe-uses.ts'
import type { Query } from './query/query.ts'
import type { Rarity } from './score-app.ts'
import { createCoverage, type TaskTerms } from './task-coverage.ts'
import { taskTexts } from './task-texts.ts'
import { termsOf } from './terms.ts'

/** What recipes are chosen from. */
export type RecipeSource = Pick<AppManifest, 'name' | 'recipes'>

type TaskRecipe = ReturnType<typeof taskRecipes>[number]

/** A recipe that says less than this share of the query is one that only belongs to the app. */
const leastCoverage = 0.15
/** The next recipe must fit nearly as well as the best. */
const nearlyAsGood = 0.6

/** Recipes of one app in a list of apps: more would hide the next app. */
const fewRecipes = 2

/**
 * Chooses the recipes of an app that fit a query, best first. `indexed` returns the terms of an app's recipe, by its place
 * among those with a task, where somebody has indexed them.
 */
export function createRecipeFinder(
  query: Query,
  rarity: Rarity,
  indexed?: (app: RecipeSource['name'], at: number) => TaskTerms,
): (app: RecipeSource, most?: number) => FoundRecipe[] {
  const coverage = createCoverage(query, rarity)
  return (app, most = fewRecipes) => {
    const scored = taskRecipes(app).map((recipe, at) => ({
      recipe,
      worth: coverage(indexed?.(app.name, at) ?? recipeTerms(recipe)),
    }))
    const best = Math.max(0, ...scored.map(({ worth }) => worth))
    if (best < leastCoverage) return []
    return scored
      .filter(({ worth }) => worth >= nearlyAsGood * best)
      .sort((a, b) => b.worth - a.worth)
      .slice(0, most)
      .map(({ recipe }) => foundRecipe(app.name, recipe))
  }
}

const knownTerms = new WeakMap<object, TaskTerms<ReadonlySet<string>>>()

export function recipeTerms({ call, ...texts }: TaskRecipe): TaskTerms<ReadonlySet<string>> {
  const known = knownTerms.get(call)
  if (known !== undefined) return known
  const stages = [call, ...(call.pipe ?? [])]
  const words = [...stages.flatMap(({ args }) => args), call.stdout_file ?? ''].map((word) =>
    word.slice(0, 200),
  )
  const made = { task: new Set(taskTexts(texts).flatMap(termsOf)), call: new Set(words.flatMap(termsOf)) }
  knownTerms.set(call, made)
  return made
}

function foundRecipe(
  name: AppManifest['name'],
  { task, i18n, call, placeholders, needs }: TaskRecipe,
): FoundRecipe {
  const examples = exampleValues(placeholders)
  return {
    task,
    ...(i18n && { i18n }),
    call: { name, ...call },
    ...(Object.keys(examples).length > 0 && { placeholders: examples }),
    ...(needs && needs.length > 0 && { needs }),
  }
}
