import * as z from 'zod'
import type { Queries } from '../../db/database.ts'
import { type SkillRow, type SkillSort, skillRows, skillSorts } from '../../db/queries/skill-page-rows.ts'
import { cursorText, parseCursor } from '../page-cursor.ts'

/** After the last app of a page; bound to the order and the prefix it was made with. */
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
  /** Of names; the page is then in the order of names. */
  prefix?: string | undefined
  limit: number
  cursor?: string | undefined
}

export interface SkillPage {
  rows: SkillRow[]
  nextCursor: string | null
}

/** One page of apps as lists of skills show them. Throws `UsageError` `query.bad-cursor`. */
export async function getSkillPage(db: Queries, question: SkillQuestion): Promise<SkillPage> {
  const { sort, prefix, limit, cursor } = question
  const Bound = Position.extend({ sort: z.literal(sort) }).refine((position) => position.prefix === prefix)
  const after = cursor === undefined ? undefined : parseCursor(cursor, Bound)
  // One row more tells whether there is a next page.
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
