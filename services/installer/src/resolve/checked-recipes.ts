import {
  type AppManifest,
  type InstallRecord,
  isAppError,
  type RecipeResults,
  taskRecipes,
} from '@cli-apps/core'
import { type Registry, recipeDigest } from '@cli-apps/core/node'

/** A task of an app, and where its call was seen to work. */
interface CheckedRecipe {
  id: string
  task: string
  checked: 'here' | 'elsewhere' | 'no'
  /** Page from which one that is not checked was taken. */
  source?: string
}

interface CheckedRecipes {
  recipes: CheckedRecipe[]
  recipes_run: Pick<RecipeResults, 'date' | 'method' | 'platform' | 'program_version'> | null
}

/** Tells of each recipe whether it ran: on this machine, by its record, or elsewhere, as its registry says. */
export async function checkedRecipes(
  manifest: AppManifest | undefined,
  registry: Pick<Registry, 'recipeResults'>,
  { tried }: Pick<InstallRecord, 'tried'>,
): Promise<CheckedRecipes> {
  const own = manifest === undefined ? [] : taskRecipes(manifest)
  const results =
    manifest === undefined || own.length === 0 ? undefined : await readResults(manifest, registry)
  const recipes = own.map((recipe): CheckedRecipe => {
    const { id, task, source } = recipe
    const there = results?.recipes[id]
    // A recipe that was changed later is another one.
    const isElsewhere = there?.outcome === 'passed' && there.recipe === recipeDigest(recipe)
    const checked = tried?.passed.includes(id) ? 'here' : isElsewhere ? 'elsewhere' : 'no'
    return { id, task, checked, ...(checked === 'no' && source !== undefined && { source }) }
  })
  if (results === undefined) return { recipes, recipes_run: null }
  const { date, method, platform, program_version } = results
  return { recipes, recipes_run: { date, method, platform, program_version } }
}

/** Whoever looks at an app gets the rest also where this cannot be had. */
async function readResults(
  { name, version }: AppManifest,
  registry: Pick<Registry, 'recipeResults'>,
): Promise<RecipeResults | undefined> {
  try {
    return await registry.recipeResults(name, version)
  } catch (error) {
    if (isAppError(error)) return undefined
    throw error
  }
}
