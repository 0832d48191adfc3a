import { UsageError } from '@cli-apps/core'
import type * as z from 'zod'

/** Returns the position of the next page as opaque text, which clients send back unchanged. */
export const cursorText = (position: Readonly<Record<string, unknown>>): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

/** Parses the position of a cursor that this registry issued. Throws `UsageError` `query.bad-cursor`. */
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
