import * as z from 'zod'
import { FoundPlaybook } from '../playbook/found-playbook.ts'
import { shownLine } from '../text.ts'
import { foundFields } from './found-app.ts'
import { IndexEntry } from './index-documents.ts'
import { searchFieldNames, vias } from './search-terms.ts'

const ranges = z
  .array(z.tuple([z.int().min(0), z.int().min(0)]))
  .describe('Parts of the text from and up to, in UTF-16 units')

/** Why an app was found. */
export const SearchExplanation = z.object({
  score: z.number(),
  matches: z.array(
    z.object({
      term: shownLine(200).describe('The part of the query, as it was written'),
      field: z.enum(searchFieldNames).describe('Where it weighs most'),
      weight: z.number(),
      via: z.enum(vias).describe('How the part led to what was found'),
    }),
  ),
})
export type SearchExplanation = z.infer<typeof SearchExplanation>

/** An app that a search found, with the recipes that fit. */
export const FoundApp = IndexEntry.extend(foundFields)
export type FoundApp = z.infer<typeof FoundApp>

/** The same in a page; `explanation` where it was asked for. */
export const SearchItem = FoundApp.extend({
  called_programs: z
    .record(z.string().max(100), shownLine(100))
    .optional()
    .describe('The program that a call of an app starts, by the app; the name of the app when absent'),
  recipe_runs: z
    .object({ passed: z.int().min(0), run: z.int().min(1) })
    .optional()
    .describe('How many recipes of the latest version were run, and how many of these passed'),
  highlights: z.object({ display_name: ranges, summary: ranges }),
  explanation: SearchExplanation.optional(),
})
export type SearchItem = z.infer<typeof SearchItem>

/** A page of `GET /v1/search`, best first. */
export const SearchPage = z.object({
  items: z.array(SearchItem),
  next_cursor: z.string().nullable(),
  playbooks: z.array(FoundPlaybook).describe('Tasks for several apps; on a first page without filters'),
})
export type SearchPage = z.infer<typeof SearchPage>

/** The same as clients read it. */
export const FoundPage = z.object({
  items: z.array(FoundApp),
  next_cursor: z.string().nullable(),
  playbooks: z.array(FoundPlaybook).max(10).default([]),
})
