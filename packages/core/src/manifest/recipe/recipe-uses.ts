import type { AppManifest } from '../manifest.ts'
import type { Recipe } from './recipe.ts'

/** A recipe for readers. */
type TaskRecipe = Recipe & { task: string }

type WithRecipes = Pick<AppManifest, 'recipes'>

/** The recipes that readers see. */
export const taskRecipes = ({ recipes = [] }: WithRecipes): TaskRecipe[] =>
  recipes.flatMap(({ task, ...recipe }) => (task === undefined ? [] : [{ ...recipe, task }]))

/** A recipe with an expectation. */
export type ProvingRecipe = Recipe & { expect: NonNullable<Recipe['expect']> }

/** The recipes that can be run wherever that program of the app is, the entry point unless stated, with nothing else. */
export const provingRecipes = (
  { recipes = [], entry_point }: Pick<AppManifest, 'recipes' | 'entry_point'>,
  program: string = entry_point,
) =>
  recipes.flatMap((recipe): ProvingRecipe[] => {
    const { expect, call, needs = [] } = recipe
    const isAlone = needs.length === 0 && call.pipe === undefined && (call.program ?? entry_point) === program
    return expect === undefined || !isAlone ? [] : [{ ...recipe, expect }]
  })
