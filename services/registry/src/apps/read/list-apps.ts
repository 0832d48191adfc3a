import { type FoundApp, methodHints } from '@cli-apps/core'
import type { Queries } from '../../db/database.ts'
import type { Filter } from '../filter-facets.ts'
import { knownCalls } from '../search/known-calls.ts'
import { getAppPage } from './get-app-page.ts'

/** Like `getAppPage` by name, with the install methods of each app, as a search has them. */
export async function listAppsWithMethods(
  db: Queries,
  question: Filter & { limit: number; cursor?: string | undefined },
): Promise<{ items: FoundApp[]; next_cursor: string | null; playbooks?: undefined }> {
  const page = await getAppPage(db, { ...question, sort: 'name' })
  const calls = await knownCalls(db, page.items)
  return {
    ...page,
    items: page.items.map((item) => {
      const known = calls.get(item.name)
      return { ...item, ...(known && { install: methodHints(known.install) }) }
    }),
  }
}
