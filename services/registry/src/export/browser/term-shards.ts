import {
  completeQuery,
  openTermIndex,
  openWords,
  type Query,
  readQuery,
  type TermIndex,
  type Vocabulary,
} from '@cli-apps/core'
import type { SearchHead } from '../search/search-head.ts'

/** Reads a file of the site by its path below the root. */
export type ReadFile = (file: string) => Promise<string>

interface Candidate {
  entry: SearchHead['apps'][number]
  fields: ReturnType<TermIndex['candidates']>[number]['fields']
  popularity: number
}

/** A query with what its words may mean, and an index of at least the terms that it asks for. */
interface PreparedQuery {
  query: Query
  vocabulary: Vocabulary
  candidates: Candidate[]
}

/** With more files of terms, a misspelt word is compared only with those of its first letter. */
const mostForSlips = 100

/** Reads the files of terms that queries need, each once. */
export function createTermShards(head: SearchHead, read: ReadFile) {
  const { shards } = head
  const loading = new Map<number, Promise<string>>()
  const load = (place: number): Promise<string> => {
    const known = loading.get(place) ?? read(shards[place]?.[1] ?? '')
    loading.set(place, known)
    known.catch(() => loading.delete(place))
    return known
  }
  /** The place of the file in which a term is, if it is anywhere. */
  const placeOf = (term: string): number => {
    const after = shards.findIndex(([first]) => first > term)
    return Math.max(0, (after === -1 ? shards.length : after) - 1)
  }
  const between = (from: string, to: string): number[] => {
    const [start, end] = [placeOf(from), placeOf(to)]
    return Array.from({ length: end - start + 1 }, (_, at) => start + at)
  }
  const beginning = (letters: string): number[] => between(letters, `${letters}\uffff`)
  const forSlips = (word: string): number[] =>
    shards.length <= mostForSlips ? shards.map((_, place) => place) : beginning(word.charAt(0))

  /** Reads the query against what is loaded, and names the files that it needs besides. */
  const attempt = (text: string, lines: string): { prepared: PreparedQuery; needed: number[] } => {
    const index = openTermIndex(`${JSON.stringify(head.apps)}\n${lines}`)
    const needed: number[] = []
    const vocabulary: Vocabulary = {
      ...index.vocabulary,
      corrections: (word) => {
        needed.push(...forSlips(word))
        return index.vocabulary.corrections(word)
      },
    }
    const read = readQuery(text)
    for (const word of openWords(read, vocabulary.count)) needed.push(...beginning(word))
    const query = completeQuery(read, vocabulary)
    for (const { forms } of query.units) for (const { terms } of forms) needed.push(...terms.map(placeOf))
    const found = index.candidates(query)
    const candidates = head.apps.flatMap((entry, at): Candidate[] => {
      const { popularity } = entry
      return found[at] === undefined ? [] : [{ entry, fields: found[at].fields, popularity }]
    })
    return { prepared: { query, vocabulary, candidates }, needed }
  }

  return {
    async prepare(text: string): Promise<PreparedQuery> {
      const loaded = new Map<number, string>()
      for (;;) {
        const places = [...loaded.keys()].sort((a, b) => a - b)
        const { prepared, needed } = attempt(text, places.map((place) => loaded.get(place)).join(''))
        const missing = [...new Set(needed)].filter((place) => place < shards.length && !loaded.has(place))
        if (missing.length === 0) return prepared
        const texts = await Promise.all(missing.map(load))
        for (const [at, place] of missing.entries()) loaded.set(place, texts[at] ?? '')
      }
    },
  }
}
