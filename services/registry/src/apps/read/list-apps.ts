import { type FoundApp, methodHints, type SearchItem } from '@cli-apps/core'
import type { Queries } from '../../db/database.ts'
import { knownCalls } from '../search/known-calls.ts'
import { recipeRunsOf } from '../search/recipe-runs.ts'
import { getAppPage } from './get-app-page.ts'

type ListedApp = FoundApp & Pick<SearchItem, 'recipe_runs'>

/** Like `getAppPage`, with the install methods and runs of each app, as a search has them. */
export async function listAppsWithMethods(
  db: Queries,
  question: Parameters<typeof getAppPage>[1],
): Promise<{ items: ListedApp[]; next_cursor: string | null; playbooks?: undefined }> {
  const page = await getAppPage(db, question)
  const calls = await knownCalls(db, page.items)
  const runs = await recipeRunsOf(db, page.items)
  return {
    ...page,
    items: page.items.map((item) => {
      const known = calls.get(item.name)
      const recipe_runs = runs.get(item.name)
      return {
        ...item,
        ...(known && { install: methodHints(known.install) }),
        ...(recipe_runs && { recipe_runs }),
      }
    }),
  }
}
