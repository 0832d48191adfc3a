import * as z from 'zod'
import type { Queries } from '../../db/database.ts'
import { type SkillRow, type SkillSort, skillRows, skillSorts } from '../../db/queries/skill-page-rows.ts'
import { cursorText, parseCursor } from '../page-cursor.ts'

/** Position after the last app of a page, valid only for the same order and prefix. */
const Position = z.strictObject({
  sort: z.enum(skillSorts),
  prefix: z.string().max(100).optional(),
  name: z
    .string()
    .max(100)
    .refine((name) => !name.includes('\0')),
  value: z.int().min(0).max(8.64e15),
})

export interface SkillQuestion {
  sort: SkillSort
  /** Prefix of the names; the page is then sorted by name. */
  prefix?: string | undefined
  limit: number
  cursor?: string | undefined
}

export interface SkillPage {
  rows: SkillRow[]
  nextCursor: string | null
}

/** Returns one page of apps as skill lists show them. Throws `UsageError` `query.bad-cursor`. */
export async function getSkillPage(db: Queries, question: SkillQuestion): Promise<SkillPage> {
  const { sort, prefix, limit, cursor } = question
  const Bound = Position.extend({ sort: z.literal(sort) }).refine((position) => position.prefix === prefix)
  const after = cursor === undefined ? undefined : parseCursor(cursor, Bound)
  // One extra row shows whether there is a next page.
  const found = await skillRows(db, { sort, prefix, limit: limit + 1, after })
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const hasMore = last !== undefined && found.length > limit
  return {
    rows,
    nextCursor: hasMore ? cursorText({ sort, prefix, name: last.name, value: sortValue(last, sort) }) : null,
  }
}

function sortValue({ publishedAt, createdAt, downloads }: SkillRow, sort: SkillSort): number {
  if (sort === 'downloads') return downloads
  return (sort === 'updated' ? publishedAt : createdAt).getTime()
}
