import { searchFieldNames } from '../documents/search-terms.ts'
import type { AppName } from '../manifest/app-name.ts'
import type { Query } from './query/query.ts'
import type { Vocabulary } from './query/vocabulary.ts'
import type { Candidate } from './rank-apps.ts'
import { commonest, vocabularyFrom } from './rank-apps.ts'
import type { SearchFields } from './search-fields.ts'
import { openTermLines, termIndexOf } from './term-lines.ts'

/** What the head of an index says of each app. */
interface TermIndexApp {
  name: AppName
  display_name: string
  aliases: readonly string[]
  digest: string
}

/** All terms of many apps as one text, of which a query reads a few lines. */
export interface TermIndex {
  apps: readonly TermIndexApp[]
  vocabulary: Vocabulary
  /** Every app, with those of its terms that the query contains. */
  candidates(query: Query): Candidate<TermIndexApp>[]
  /** All terms of each app, by name. */
  fields(): Record<string, SearchFields>
}

/**
 * Writes the terms of apps as lines: the apps, then each term with the apps that have it: the number of the app in base 36, a
 * dot, and the fields as bits in base 36.
 */
export function termIndexText(apps: readonly (TermIndexApp & { fields: SearchFields })[]): string {
  const postings = new Map<string, string[]>()
  for (const [number, { fields }] of apps.entries())
    for (const [term, bits] of fieldBits(fields)) {
      const known = postings.get(term) ?? []
      known.push(`${number.toString(36)}.${bits.toString(36)}`)
      postings.set(term, known)
    }
  const head = apps.map(({ name, display_name, aliases, digest }) => ({
    name,
    display_name,
    aliases,
    digest,
  }))
  return termIndexOf(head, postings)
}

function fieldBits(fields: SearchFields): Map<string, number> {
  const bits = new Map<string, number>()
  for (const [bit, field] of searchFieldNames.entries())
    for (const term of fields[field]) bits.set(term, (bits.get(term) ?? 0) | (1 << bit))
  return bits
}

interface Posting {
  app: number
  bits: number
}

/** Opens a text that `termIndexText` wrote. */
export function openTermIndex(text: string): TermIndex {
  const { head: apps, ...index } = openTermLines<TermIndexApp[]>(text)
  const known = new Map<string, Posting[]>()
  const postingsOf = (term: string): Posting[] => {
    const found = known.get(term) ?? parsePostings(index.postings(term))
    known.set(term, found)
    return found
  }
  /** Of all lines, which are read only for a word that no app has. */
  let whole: Vocabulary | undefined
  const vocabulary = (): Vocabulary => {
    const counts = new Map<string, number>()
    if (whole === undefined)
      for (const [term, postings] of index.lines()) counts.set(term, postings.split(' ').length)
    whole ??= vocabularyFrom(apps.length, counts)
    return whole
  }
  return {
    apps,
    vocabulary: {
      apps: apps.length,
      count: (term) => postingsOf(term).length,
      completions: (word) => {
        const terms = [...index.lines(word)].map(([term]) => term)
        return commonest(terms, (term) => postingsOf(term).length)
      },
      corrections: (word) => vocabulary().corrections(word),
    },
    candidates({ units }) {
      const found: GrowingFields[] = []
      for (const term of new Set(units.flatMap(({ forms }) => forms.flatMap(({ terms }) => terms))))
        for (const { app, bits } of postingsOf(term)) {
          found[app] ??= noFields()
          addTerm(found[app], term, bits)
        }
      const none = noFields()
      return apps.map((entry, at) => ({ entry, fields: found[at] ?? none, popularity: 0 }))
    },
    fields() {
      const found = apps.map(() => noFields())
      for (const [term, postings] of index.lines())
        for (const { app, bits } of parsePostings(postings)) addTerm(found[app], term, bits)
      return Object.fromEntries(apps.map(({ name }, at) => [name, found[at] ?? noFields()]))
    },
  }
}

type GrowingFields = { [Field in keyof SearchFields]: string[] }

const noFields = (): GrowingFields =>
  Object.fromEntries(searchFieldNames.map((field) => [field, []])) as unknown as GrowingFields

function addTerm(fields: GrowingFields | undefined, term: string, bits: number): void {
  for (const [bit, field] of searchFieldNames.entries()) if (bits & (1 << bit)) fields?.[field].push(term)
}

const parsePostings = (line: string): Posting[] =>
  line === ''
    ? []
    : line.split(' ').map((posting) => {
        const dot = posting.indexOf('.')
        return {
          app: Number.parseInt(posting.slice(0, dot), 36),
          bits: Number.parseInt(posting.slice(dot + 1), 36),
        }
      })
