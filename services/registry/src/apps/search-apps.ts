import { type AppPage, rankApps } from '@cli-apps/core'
import type { Catalogue, CatalogueEntry } from './catalogue.ts'
import { cursorText, parseCursor, SearchPosition } from './page-cursor.ts'

export interface SearchQuestion {
  q: string
  limit: number
  cursor?: string | undefined
}

/** One page of the apps that a query finds, best first, as core's ranker orders them. */
export async function searchApps(
  catalogue: Catalogue,
  { q, limit, cursor }: SearchQuestion,
): Promise<AppPage> {
  const after = cursor === undefined ? undefined : parseCursor(cursor, SearchPosition)
  const ranked = rankApps(q, await catalogue.entries()).filter(
    ({ entry, score }) =>
      after === undefined || score < after.score || (score === after.score && entry.name > after.name),
  )
  const shown = ranked.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(({ entry }) => withoutDescription(entry)),
    next_cursor:
      last !== undefined && ranked.length > limit
        ? cursorText({ score: last.score, name: last.entry.name })
        : null,
  }
}

const withoutDescription = ({ description: _, ...entry }: CatalogueEntry) => entry
