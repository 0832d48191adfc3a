import { taskRecipes } from '../manifest/recipe/recipe-uses.ts'
import { type RecipeSource, recipeTerms } from './fitting-recipes.ts'
import type { TaskTerms } from './task-coverage.ts'
import { openTermLines, termIndexOf } from './term-lines.ts'

/** A place among at most 60 recipes as one character that separates nothing. */
const placeMark = (at: number): string => String.fromCharCode('0'.charCodeAt(0) + at)

/** The recipes of one app that have a term, as marks of their places. */
interface Places {
  task: string
  call: string
}

/**
 * Writes the terms of recipes as lines: the names of the apps, then each term with the apps whose recipes have it:
 * the number of the app in base 36, the recipes whose task has it and those whose call has it, with dots between.
 */
export function recipeIndexText(apps: readonly RecipeSource[]): string {
  const postings = new Map<string, string[]>()
  for (const [number, app] of apps.entries())
    for (const [term, { task, call }] of placesByTerm(app)) {
      const known = postings.get(term) ?? []
      known.push(`${number.toString(36)}.${task}.${call}`)
      postings.set(term, known)
    }
  return termIndexOf(
    apps.map(({ name }) => name),
    postings,
  )
}

function placesByTerm(app: RecipeSource): Map<string, Places> {
  const places = new Map<string, Places>()
  for (const [at, recipe] of taskRecipes(app).entries()) {
    const terms = recipeTerms(recipe)
    for (const part of ['task', 'call'] as const)
      for (const term of terms[part]) {
        const known = places.get(term) ?? { task: '', call: '' }
        known[part] += placeMark(at)
        places.set(term, known)
      }
  }
  return places
}

/** Opens a text that `recipeIndexText` wrote: returns the terms of the recipe of an app at a place among those with a task. */
export function openRecipeIndex(text: string): (app: RecipeSource['name'], at: number) => TaskTerms {
  const { head: names, postings } = openTermLines<string[]>(text)
  const numbers = new Map(names.map((name, number) => [name, number.toString(36)]))
  const known = new Map<string, ReadonlyMap<string, Places>>()
  const postingsOf = (term: string): ReadonlyMap<string, Places> => {
    const found = known.get(term) ?? parsePostings(postings(term))
    known.set(term, found)
    return found
  }
  return (app, at) => {
    const number = numbers.get(app) ?? ''
    const termsIn = (part: keyof Places): TaskTerms[typeof part] => ({
      has: (term) => postingsOf(term).get(number)?.[part].includes(placeMark(at)) ?? false,
    })
    return { task: termsIn('task'), call: termsIn('call') }
  }
}

function parsePostings(line: string): ReadonlyMap<string, Places> {
  if (line === '') return new Map()
  return new Map(
    line.split(' ').map((posting) => {
      const [app = '', task = '', call = ''] = posting.split('.')
      return [app, { task, call }]
    }),
  )
}
