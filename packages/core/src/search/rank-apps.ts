import type { IndexEntry } from '../api.ts'
import { editDistance } from './nearest-names.ts'
import { termsOf } from './terms.ts'

export interface RankedApp<Entry> {
  entry: Entry
  /** Higher is better; an exact name or alias stands above everything else. */
  score: number
}

type Searchable = Pick<IndexEntry, 'name' | 'display_name' | 'summary' | 'category' | 'tags' | 'aliases'> & {
  description?: string
}

const weights = {
  name: 8,
  alias: 7,
  display_name: 6,
  tag: 5,
  category: 3,
  summary: 3,
  description: 1,
} as const

/**
 * The apps that a query finds, best first, ties by name. The one ranker: for the registry's search, the installer's
 * offline search and the runtime's discovery alike.
 */
export function rankApps<Entry extends Searchable>(
  query: string,
  entries: Iterable<Entry>,
): RankedApp<Entry>[] {
  const wanted = query.trim().toLowerCase()
  const words = [...new Set(termsOf(query))]
  const ranked: RankedApp<Entry>[] = []
  for (const entry of entries) {
    const score = exactScore(wanted, entry) + words.reduce((sum, word) => sum + wordScore(word, entry), 0)
    if (score > 0) ranked.push({ entry, score })
  }
  return ranked.sort((a, b) => b.score - a.score || (a.entry.name < b.entry.name ? -1 : 1))
}

function exactScore(wanted: string, { name, aliases }: Searchable): number {
  if (name === wanted) return 1000
  return aliases.some((alias) => alias.toLowerCase() === wanted) ? 500 : 0
}

/** A field counts whole for the word itself, half for a word that begins with it, a third for a slip of the pen in a name. */
function wordScore(word: string, entry: Searchable): number {
  const fields: [number, string[]][] = [
    [weights.name, termsOf(entry.name)],
    [weights.alias, entry.aliases.flatMap(termsOf)],
    [weights.display_name, termsOf(entry.display_name)],
    [weights.tag, entry.tags.flatMap(termsOf)],
    [weights.category, termsOf(entry.category)],
    [weights.summary, termsOf(entry.summary)],
    [weights.description, termsOf(entry.description ?? '')],
  ]
  let score = 0
  for (const [weight, terms] of fields) {
    if (terms.includes(word)) score += weight
    else if (word.length > 1 && terms.some((term) => term.startsWith(word))) score += weight / 2
    else if (
      weight === weights.name &&
      word.length >= 5 &&
      terms.some((term) => editDistance(word, term, 1) === 1)
    )
      score += weight / 3
  }
  return score
}
