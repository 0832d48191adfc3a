import { IndexEntry } from '@cli-apps/core'
import * as z from 'zod'

/** `search --json`. */
export const SearchResult = z.object({ query: z.string(), items: z.array(IndexEntry) })
export type SearchResult = z.infer<typeof SearchResult>
