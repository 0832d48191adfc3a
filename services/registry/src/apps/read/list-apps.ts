import { type FoundApp, type IndexEntry, methodHints, type SearchItem } from '@cli-apps/core'
import type { Queries } from '../../db/database.ts'
import { knownCalls } from '../search/known-calls.ts'
import { recipeRunsOf } from '../search/recipe-runs.ts'
import { getAppPage } from './get-app-page.ts'

export type AppWithMethods = FoundApp & Pick<SearchItem, 'recipe_runs'>

/** Like `getAppPage`, with the install methods and runs of each app, as a search has them. */
export async function listAppsWithMethods(
  db: Queries,
  question: Parameters<typeof getAppPage>[1],
): Promise<{ items: AppWithMethods[]; next_cursor: string | null; playbooks?: undefined }> {
  const page = await getAppPage(db, question)
  return { ...page, items: await withMethods(db, page.items) }
}

/** Adds the install methods and runs of each app. */
export async function withMethods(db: Queries, entries: readonly IndexEntry[]): Promise<AppWithMethods[]> {
  const calls = await knownCalls(db, entries)
  const runs = await recipeRunsOf(db, entries)
  return entries.map((entry) => {
    const known = calls.get(entry.name)
    const recipe_runs = runs.get(entry.name)
    return {
      ...entry,
      ...(known && { install: methodHints(known.install) }),
      ...(recipe_runs && { recipe_runs }),
    }
  })
}
