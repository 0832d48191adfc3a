import { UsageError } from '@cli-apps/core'
import * as z from 'zod'
import { SearchKnowledge } from '../search/search-plan.ts'

/** After the last app of a page of the list; bound to the order it was made in. */
export const ListPosition = z.strictObject({
  sort: z.enum(['name', 'updated']),
  name: z
    .string()
    .max(100)
    .refine((name) => !name.includes('\0')),
  updated: z.int().min(0).max(8.64e15),
})

/** After the last app of a page of search results; bound to its question, and to what was known at the first page. */
export const SearchPosition = (key: string) =>
  z.strictObject({
    key: z.literal(key),
    score: z.number(),
    popularity: z.int(),
    name: z.string().max(100),
    knowledge: SearchKnowledge,
  })

/** After the last version of a page of an app's versions. */
export const VersionPosition = z.strictObject({ version: z.string().max(100) })

/** Where the next page begins, as text that clients hand back without looking inside. */
export const cursorText = (position: Readonly<Record<string, unknown>>): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

/** The position of a cursor that we gave out. Throws `UsageError` `query.bad-cursor`. */
export function parseCursor<Schema extends z.ZodType>(text: string, Position: Schema): z.output<Schema> {
  const parsed = Position.safeParse(decode(text))
  if (parsed.success) return parsed.data
  throw new UsageError('query.bad-cursor', 'The cursor is not valid for this query.', {
    hint: 'Omit it to start at the first page, or send next_cursor unchanged.',
    issues: [{ path: 'cursor', rule: 'query.bad-cursor', message: 'is not a cursor of this query' }],
  })
}

function decode(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
