import { Category, issuesOf, MethodKind, Platform, UsageError } from '@cli-apps/core'
import * as z from 'zod'
import { filterableEffects } from '../../apps/filter-facets.ts'
import type { RequestContext } from '../../http/env.ts'
import { queryText } from '../../http/query-parameters.ts'

/** The query of `/apps`: a search, filters, and the position of a page. */
export const browseFields = {
  q: queryText(200).optional().describe('A search; without it, all apps are listed'),
  category: Category.optional(),
  tag: queryText(40).optional(),
  platform: Platform.optional(),
  method: MethodKind.optional(),
  effect: z.enum(filterableEffects).optional(),
  here: z.literal('yes').optional().describe("Only apps that install without root on the visitor's platform"),
  sort: z.enum(['name', 'updated']).optional().describe('The order of a list without a search'),
  cursor: queryText(12_000).optional(),
}

const BrowseQuery = z.object(browseFields)
export type BrowseQuery = z.infer<typeof BrowseQuery>

/** Reads the query. A form sends empty fields, which count as absent. Throws `UsageError` `query.invalid`. */
export function readBrowseQuery(c: RequestContext): BrowseQuery {
  const query = Object.fromEntries(Object.entries(c.req.query()).filter(([, value]) => value.trim() !== ''))
  const parsed = BrowseQuery.safeParse(query)
  if (parsed.success) return parsed.data
  throw new UsageError('query.invalid', 'The query parameters are not valid.', {
    hint: 'Remove the listed ones from the address, or start a new search.',
    issues: issuesOf(parsed.error, query),
  })
}
