import type { taskRecipes } from '../../manifest/recipe/recipe-uses.ts'
import { fillWords, type SkillWords } from '../skill-words.ts'

export type ShownRecipe = ReturnType<typeof taskRecipes>[number]

interface StateOptions {
  words: SkillWords
  /** Ids of the recipes that ran on this machine. */
  tried: readonly string[]
}

/** What a recipe needs, or that it ran on this machine, in words; empty for one that needs nothing and did not run. */
export function stateOf({ id, needs = [] }: ShownRecipe, { words, tried }: StateOptions): string {
  const needed = {
    network: words.needsNetwork,
    account: words.needsAccount,
    server: words.needsServer,
    display: words.needsDisplay,
    input: words.needsInput,
    project: words.needsProject,
  }
  if (needs.length > 0)
    return fillWords(words.recipeNeeds, { what: needs.map((need) => needed[need]).join(words.comma) })
  return tried.includes(id) ? words.ranHere : ''
}

/** A sentence for fewer recipes costs more than their marks. */
const leastUsual = 4

/** The state that most recipes have: one sentence says it for all of them, and marks say it of the others. */
export function usualState(recipes: readonly ShownRecipe[], options: StateOptions): string | undefined {
  const counts = new Map<string, number>()
  for (const recipe of recipes) {
    const state = stateOf(recipe, options)
    if (state !== '') counts.set(state, (counts.get(state) ?? 0) + 1)
  }
  const [state, count = 0] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? []
  return count >= leastUsual && count * 2 > recipes.length ? state : undefined
}
