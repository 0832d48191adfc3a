import { issuesOf, UsageError } from '@cli-apps/core'
import * as z from 'zod'
import type { RequestContext } from './env.ts'

/** Validates the query parameters with a strict schema. Throws `UsageError` `query.invalid` with every issue. */
export function readQueryParameters<Schema extends z.ZodType>(
  c: RequestContext,
  schema: Schema,
): z.output<Schema> {
  const given = c.req.queries()
  const repeated = Object.keys(given).filter((name) => given[name]?.length !== 1)
  const query = Object.fromEntries(Object.entries(given).map(([name, [value]]) => [name, value]))
  const parsed = schema.safeParse(query)
  if (parsed.success && repeated.length === 0) return parsed.data
  const issues = [
    ...(parsed.success ? [] : issuesOf(parsed.error, query)),
    ...repeated.map((path) => ({ path, rule: 'query.repeated', message: 'occurs more than once' })),
  ]
  throw new UsageError('query.invalid', 'The query parameters are not valid.', {
    hint: 'Fix the listed issues; /docs describes every parameter.',
    issues,
  })
}

/** A string parameter of limited length without NUL, which Postgres cannot store. */
export const queryText = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((text) => !text.includes('\0') && text.isWellFormed(), 'must be text without NUL')

export const Limit = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, 'must be a whole number from 1 to 100')
  .transform(Number)
  .refine((limit) => limit <= 100, 'must be a whole number from 1 to 100')
  .meta({
    description: 'Maximum number of results',
    override: { type: 'integer', minimum: 1, maximum: 100, pattern: undefined },
  })
