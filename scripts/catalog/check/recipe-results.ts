import { debianArchitecture, type Issue, type Recipe } from '@cli-apps/core'
import { debianMethod } from '../closures/closure-method.ts'
import type { CatalogEntry } from '../entries.ts'
import { compareCalls } from './compare-calls.ts'
import { type CatalogRule, issueOf } from './rule.ts'
import { resultOf, wasRun } from './was-run.ts'

export const recipeResults: CatalogRule = {
  id: 'catalog.recipe-results',
  wants:
    'results that are of the recipes, version, methods and packages as they are now, and none that failed',
  check: (entries) => entries.flatMap(resultFaults),
}

export const comparedRecipes: CatalogRule = {
  id: 'catalog.compared-recipes',
  wants: 'nothing that the command tree lacks in a recipe that was not run',
  check: (entries) =>
    compareCalls(entries)
      .faulty.filter(({ entry, recipe }) => !wasRun(entry, recipe))
      .map(({ entry, recipe, faults }) =>
        issueOf(
          entry,
          `recipes ${recipe.id}`,
          `has ${faults}, which no help names; correct it, or state in tree-exceptions.ts where it is documented`,
        ),
      ),
}

const again = ({ name }: CatalogEntry): string => `run npm run catalog:recipes -- ${name} --write`

function resultFaults(entry: CatalogEntry): Issue[] {
  const { manifest, results } = entry
  if (results === undefined) return []
  const { version, install, recipes = [] } = manifest
  const issue = (what: string) => issueOf(entry, 'recipes', what)
  return [
    ...(results.version === version ? [] : [issue(`were run with ${results.version}; ${again(entry)}`)]),
    ...(install.some(({ method }) => method === results.method)
      ? []
      : [issue(`were run with the method ${results.method}, which the entry does not have`)]),
    ...(ranOtherPackages(entry)
      ? [issue(`were run with other Debian packages than the entry lists now; ${again(entry)}`)]
      : []),
    ...Object.keys(results.recipes)
      .filter((id) => !recipes.some((recipe) => recipe.id === id))
      .map((id) => issue(`have the result of ${id}, which the entry does not have; ${again(entry)}`)),
    ...recipes.flatMap((recipe) => {
      const what = recipeFault(entry, recipe)
      return what === undefined ? [] : [issueOf(entry, `recipes ${recipe.id}`, what)]
    }),
  ]
}

/** A list of packages that is computed again, as after a security update, is not marked as tried. */
function ranOtherPackages({ manifest, results }: CatalogEntry): boolean {
  const architecture = results?.method === 'debian' ? debianArchitecture(results.platform) : undefined
  const listed = architecture && debianMethod(manifest)?.architectures[architecture]
  return (
    listed?.tried === false &&
    Object.values(results?.recipes ?? {}).some(({ outcome }) => outcome === 'passed')
  )
}

function recipeFault(entry: CatalogEntry, recipe: Recipe): string | undefined {
  if (entry.results?.recipes[recipe.id] === undefined) return `has no result; ${again(entry)}`
  const result = resultOf(entry, recipe)
  if (result === undefined) return `was changed after its run; ${again(entry)}`
  return result.outcome === 'failed' ? `failed: ${result.reason ?? ''}` : undefined
}
