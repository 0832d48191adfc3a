import { FoundApp, FoundPlaybook } from '@cli-apps/core'
import * as z from 'zod'

const Availability = z.object({
  state: z
    .enum(['installed', 'installable', 'needs-root', 'unavailable'])
    .describe('installable: without root; unavailable: not on this machine'),
  method: z.string().optional().describe('The method that would install it'),
  reason: z.string().optional().describe('Why it is not available'),
})

/** `search --json`. */
export const SearchResult = z.object({
  query: z.string(),
  items: z.array(FoundApp.extend({ availability: Availability.optional() })),
  playbooks: z.array(FoundPlaybook).describe('Tasks for several apps that fit the query'),
})
export type SearchResult = z.infer<typeof SearchResult>
