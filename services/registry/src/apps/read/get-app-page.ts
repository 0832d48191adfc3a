import type { AppPage } from '@cli-apps/core'
import * as z from 'zod'
import type { Queries } from '../../db/database.ts'
import { countWithFacets, listApps } from '../../db/queries/apps/listed-apps.ts'
import { type Filter, filterFacets } from '../filter-facets.ts'
import { listEntryOf } from '../list-entry.ts'
import type { ListPlace } from '../list-place.ts'
import { cursorText, parseCursor } from '../page-cursor.ts'

/** Position after the last app of a list page, valid only for the same order. */
const ListPosition = z.strictObject({
  sort: z.enum(['name', 'updated']),
  name: z
    .string()
    .max(100)
    .refine((name) => !name.includes('\0')),
  updated: z.int().min(0).max(8.64e15),
  /** How many apps came before, when the page was read. */
  passed: z.int().min(0).optional(),
})

interface ListQuestion extends Filter {
  /** Prefix of the names. */
  prefix?: string | undefined
  sort: 'name' | 'updated'
  limit: number
  cursor?: string | undefined
}

/** Counting more takes long: each app is looked at. */
const mostCounted = 1000

/** Returns one page of the apps that pass the filter. */
export async function getAppPage(db: Queries, question: ListQuestion): Promise<AppPage> {
  const { sort, prefix, limit } = question
  const position = positionOf(question)
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
  const passed = (position?.passed ?? 0) + shown.length
  return {
    items: shown.map(listEntryOf),
    next_cursor: last !== undefined && rows.length > limit ? cursorOf(last, { sort, passed }) : null,
  }
}

/** Returns where the page of a question is, for links in both directions. */
export async function getListPlace(db: Queries, question: ListQuestion): Promise<ListPlace> {
  const { sort, prefix, limit } = question
  const facets = filterFacets(question)
  const position = positionOf(question)
  const passed = position?.passed ?? 0
  const counted = await countWithFacets(db, facets, mostCounted + 1)
  const [total, over] = counted > mostCounted ? [undefined, mostCounted] : [counted, undefined]
  if (position === undefined) return { passed, total, over, previous: undefined }
  const { name, updated } = position
  // The position is that of the last app of the page before, so that this reads what lies before that page.
  const rows = await listApps(db, {
    facets,
    prefix,
    sort,
    limit,
    before: { name, updated: new Date(updated) },
  })
  const before = rows[limit - 1]
  const at = { sort, passed: Math.max(0, passed - limit) }
  return { passed, total, over, previous: before === undefined ? {} : { cursor: cursorOf(before, at) } }
}

const positionOf = ({ sort, cursor }: ListQuestion) =>
  cursor === undefined ? undefined : parseCursor(cursor, ListPosition.extend({ sort: z.literal(sort) }))

const cursorOf = (
  last: { name: string; published_at: Date },
  { sort, passed }: { sort: 'name' | 'updated'; passed: number },
): string => cursorText({ sort, name: last.name, updated: last.published_at.getTime(), passed })
