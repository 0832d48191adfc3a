import { createHash } from 'node:crypto'
import {
  completeQuery,
  corrections,
  openWords,
  type Query,
  readQuery,
  slipsOf,
  spellingsOf,
  type Vocabulary,
} from '@cli-apps/core'
import * as z from 'zod'
import type { SearchIndex } from '../../db/queries/find-search-rows.ts'
import { standingTerms, strongTerm } from '../../db/queries/search-rows.ts'

/**
 * What was known when the first page of a search was made. The cursor carries it, so that publishes between
 * two pages change neither the scores of other apps nor their pages.
 */
export const SearchKnowledge = z.strictObject({
  /** Serial number of the newest app. */
  until: z.int().min(0),
  /** How many apps have a term; 0 for an unknown term. */
  counts: z.record(z.string().max(200), z.int().min(0)),
  completions: z.record(z.string().max(200), z.array(z.string().max(200)).max(10)),
  corrections: z.record(z.string().max(200), z.array(z.string().max(200)).max(10)),
})
export type SearchKnowledge = z.infer<typeof SearchKnowledge>

export interface SearchPlan {
  /** With completions and corrections. */
  query: Query
  vocabulary: Vocabulary
  knowledge: SearchKnowledge
}

const [mostOpenWords, mostGuesses] = [4, 8]

/** Reads from the index what a search needs to know about the words of a query. */
export async function learnAbout(index: SearchIndex, q: string): Promise<SearchKnowledge> {
  const query = readQuery(q)
  const [counted, until] = await Promise.all([
    index.countTerms(['', ...standingTerms, ...countedTermsOf(query)]),
    index.newestSerial(),
  ])
  const counts = new Map(counted)
  const knowledge: SearchKnowledge = {
    until,
    counts: {},
    completions: {},
    corrections: {},
  }
  for (const word of openWords(query, (term) => counts.get(term) ?? 0).slice(0, mostOpenWords)) {
    const [completions, near] = await Promise.all([
      word.length < 3 ? new Map() : index.findCompletions(word, mostGuesses),
      index.findBySlips(spellingsOf(word).flatMap(slipsOf)),
    ])
    knowledge.completions[word] = [...completions.keys()]
    knowledge.corrections[word] = corrections(word, near.keys()).slice(0, mostGuesses)
  }
  if (Object.keys(knowledge.completions).length > 0) {
    const completed = completeQuery(query, vocabularyOf({ ...knowledge, counts: Object.fromEntries(counts) }))
    for (const [term, count] of await index.countTerms(countedTermsOf(completed))) counts.set(term, count)
  }
  return { ...knowledge, counts: Object.fromEntries([...counts].filter(([, count]) => count > 0)) }
}

/** Returns the query as interpreted with this knowledge. */
export function planSearch(q: string, knowledge: SearchKnowledge): SearchPlan {
  const vocabulary = vocabularyOf(knowledge)
  return { query: completeQuery(readQuery(q), vocabulary), vocabulary, knowledge }
}

/** Returns all terms that can match a part of the query. */
export const queryTerms = ({ units }: Query): string[] => [
  ...new Set(units.flatMap(({ forms }) => forms.flatMap(({ terms }) => terms))),
]

const countedTermsOf = (query: Query): string[] =>
  queryTerms(query).flatMap((term) => [term, strongTerm(term)])

function vocabularyOf({ counts, completions, corrections: corrected }: SearchKnowledge): Vocabulary {
  const known = new Map(Object.entries(counts))
  return {
    apps: known.get('') ?? 0,
    count: (term) => known.get(term) ?? 0,
    completions: (word) => (Object.hasOwn(completions, word) ? (completions[word] ?? []) : []),
    corrections: (word) => (Object.hasOwn(corrected, word) ? (corrected[word] ?? []) : []),
  }
}

/** Returns a key that binds a cursor to its query and filter. */
export const questionKey = (q: string, facets: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([q, facets]))
    .digest('base64url')
    .slice(0, 16)
