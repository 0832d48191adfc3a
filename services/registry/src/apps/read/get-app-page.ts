import type { AppPage } from '@cli-apps/core'
import * as z from 'zod'
import type { Queries } from '../../db/database.ts'
import { listApps } from '../../db/queries/app-rows.ts'
import { type Filter, filterFacets } from '../filter-facets.ts'
import { listEntryOf } from '../list-entry.ts'
import { cursorText, parseCursor } from '../page-cursor.ts'

/** Position after the last app of a list page, valid only for the same order. */
const ListPosition = z.strictObject({
  sort: z.enum(['name', 'updated']),
  name: z
    .string()
    .max(100)
    .refine((name) => !name.includes('\0')),
  updated: z.int().min(0).max(8.64e15),
})

interface ListQuestion extends Filter {
  /** Prefix of the names. */
  prefix?: string | undefined
  sort: 'name' | 'updated'
  limit: number
  cursor?: string | undefined
}

/** Returns one page of the apps that pass the filter. */
export async function getAppPage(db: Queries, question: ListQuestion): Promise<AppPage> {
  const { sort, prefix, limit, cursor } = question
  const position =
    cursor === undefined ? undefined : parseCursor(cursor, ListPosition.extend({ sort: z.literal(sort) }))
  const rows = await listApps(db, {
    facets: filterFacets(question),
    prefix,
    sort,
    // One extra row shows whether there is a next page.
    limit: limit + 1,
    after: position && { name: position.name, updated: new Date(position.updated) },
  })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(listEntryOf),
    next_cursor:
      last !== undefined && rows.length > limit
        ? cursorText({ sort, name: last.name, updated: last.published_at.getTime() })
        : null,
  }
}
