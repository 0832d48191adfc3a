import { editDistance } from './nearest-names.ts'
import { completeQuery } from './query/complete-query.ts'
import type { Query } from './query/query.ts'
import { readQuery } from './query/read-query.ts'
import type { Vocabulary } from './query/vocabulary.ts'
import { createScorer, type Match, type Names, type Rarity } from './score-app.ts'
import { type SearchFields, searchFields, type Texts } from './search-fields.ts'
import { isCorrectable } from './slips.ts'
import { stemOf } from './terms.ts'

export interface Candidate<Entry> {
  entry: Entry
  fields: SearchFields
  /** Breaks ties; 0 where nothing is known. */
  popularity: number
}

export interface RankedApp<Entry> {
  entry: Entry
  popularity: number
  /** Higher is better; an exact name or alias stands above everything else. */
  score: number
  matches: readonly Match[]
}

/**
 * The apps that a query finds, best first. The one ranker: for the registry's search, the installer's offline search and
 * the runtime's discovery alike; the last two hand in all that they have. `terms` has those of entries that are known, by
 * name.
 */
export const rankApps = <Entry extends Texts>(
  query: string,
  entries: Iterable<Entry>,
  terms: Readonly<Record<string, SearchFields>> = {},
): RankedApp<Entry>[] => openRanking(query, entries, terms).ranked

/** A ranking with what else can be asked of its query. */
export interface Ranking<Entry> {
  ranked: RankedApp<Entry>[]
  query: Query
  rarity: Rarity
}

export function openRanking<Entry extends Texts>(
  query: string,
  entries: Iterable<Entry>,
  terms: Readonly<Record<string, SearchFields>> = {},
): Ranking<Entry> {
  const candidates = [...entries].map((entry) => ({
    entry,
    fields: terms[entry.name] ?? fieldsOf(entry),
    popularity: 0,
  }))
  const vocabulary = vocabularyKept(candidates.map(({ fields }) => fields))
  const completed = completeQuery(readQuery(query), vocabulary)
  const rarity = rarityIn(vocabulary)
  return { ranked: rankCandidates(completed, candidates, rarity), query: completed, rarity }
}

/** Terms of entries that were ranked before. */
const knownFields = new WeakMap<Texts, SearchFields>()

function fieldsOf(entry: Texts): SearchFields {
  const known = knownFields.get(entry)
  if (known !== undefined) return known
  const fields = searchFields(entry)
  knownFields.set(entry, fields)
  return fields
}

/** The candidates that a query finds, best first; ties by popularity, then by name. */
export function rankCandidates<Entry extends Names>(
  query: Query,
  candidates: Iterable<Candidate<Entry>>,
  rarity: Rarity,
): RankedApp<Entry>[] {
  const score = createScorer(query, rarity)
  const ranked: RankedApp<Entry>[] = []
  for (const { entry, fields, popularity } of candidates) {
    const { score: worth, matches } = score(entry, fields)
    if (worth > 0) ranked.push({ entry, popularity, score: worth, matches })
  }
  return ranked.sort(compareRanked)
}

export const compareRanked = (
  a: { score: number; popularity: number; entry: Pick<Names, 'name'> },
  b: { score: number; popularity: number; entry: Pick<Names, 'name'> },
): number =>
  b.score - a.score ||
  b.popularity - a.popularity ||
  (a.entry.name < b.entry.name ? -1 : a.entry.name > b.entry.name ? 1 : 0)

/** How telling a term is by how many of all apps have it; what none has tells nothing of any. */
export const rarityIn = ({ apps, count }: Pick<Vocabulary, 'apps' | 'count'>): Rarity => {
  const known = new Map<string, number>()
  return (term) => {
    const before = known.get(term)
    if (before !== undefined) return before
    const having = count(term)
    const rarity = having === 0 ? 0 : Math.log2(1 + (apps + 1) / (having + 1))
    known.set(term, rarity)
    return rarity
  }
}

let kept: { apps: readonly SearchFields[]; vocabulary: Vocabulary } | undefined

/** The vocabulary of the call before where the apps are the same: making it takes longer than all else. */
function vocabularyKept(apps: readonly SearchFields[]): Vocabulary {
  if (kept?.apps.length !== apps.length || apps.some((app, at) => app !== kept?.apps[at]))
    kept = { apps, vocabulary: vocabularyOf(apps) }
  return kept.vocabulary
}

/** How many completions and corrections of a word count. */
const mostGuesses = 8

/** Those of the terms that most apps have, the commonest first. */
export const commonest = (terms: readonly string[], count: Vocabulary['count']): string[] =>
  [...terms].sort((a, b) => count(b) - count(a) || (a < b ? -1 : 1)).slice(0, mostGuesses)

/** The vocabulary of apps that are all at hand. */
export function vocabularyOf(apps: readonly SearchFields[]): Vocabulary {
  const counts = new Map<string, number>()
  for (const fields of apps)
    for (const term of new Set(Object.values(fields).flat())) counts.set(term, (counts.get(term) ?? 0) + 1)
  return vocabularyFrom(apps.length, counts)
}

/** The vocabulary of so many apps, by how many of them have each term. */
export function vocabularyFrom(apps: number, counts: ReadonlyMap<string, number>): Vocabulary {
  const count = (term: string): number => counts.get(term) ?? 0
  // Both go through all the words for every open one of a query.
  let terms: readonly string[] | undefined
  let correctable: readonly string[] | undefined
  return {
    apps,
    count,
    completions: (word) => {
      terms ??= [...counts.keys()]
      return commonest(
        terms.filter((term) => term.startsWith(word)),
        count,
      )
    },
    corrections: (word) => {
      correctable ??= [...counts.keys()].filter(isCorrectable)
      return commonest(corrections(word, correctable), count)
    },
  }
}

/** The vocabulary has names as they are written, and of other words the stem. */
export const spellingsOf = (word: string): string[] => [...new Set([word, stemOf(word)])]

/** Those of the words that are a slip away: one, and two from eight letters on; the nearest alone. */
export function corrections(word: string, words: Iterable<string>): string[] {
  if (!isCorrectable(word)) return []
  const spellings = spellingsOf(word)
  const most = word.length < 8 ? 1 : 2
  const near: { other: string; distance: number }[] = []
  for (const other of words) {
    if (!isCorrectable(other)) continue
    const distance = Math.min(...spellings.map((spelling) => editDistance(spelling, other, most)))
    if (distance <= most) near.push({ other, distance })
  }
  const least = Math.min(...near.map(({ distance }) => distance))
  return near.filter(({ distance }) => distance === least).map(({ other }) => other)
}
