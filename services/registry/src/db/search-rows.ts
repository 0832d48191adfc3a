import { type SearchField, type SearchFields, searchFieldNames, slipsOf } from '@cli-apps/core'
import { eq, sql } from 'drizzle-orm'
import type { Queries } from './database.ts'
import { appSearch } from './schema.ts'

/** What search keeps of an app. */
export interface SearchRow {
  app: string
  displayName: string
  aliases: readonly string[]
  facets: readonly string[]
  popularity: number
  fields: SearchFields
}

/** Puts the row of an app in place of the one before; `undefined` takes the app out of search. */
export async function saveSearchRow(tx: Queries, app: string, row: SearchRow | undefined): Promise<void> {
  const [before] = await tx.select({ fields: appSearch.fields }).from(appSearch).where(eq(appSearch.app, app))
  const had = before === undefined ? [] : countedTerms(parseFields(before.fields))
  const has = row === undefined ? [] : countedTerms(row.fields)
  if (row !== undefined) await upsertSearchRow(tx, row)
  else if (before !== undefined) await tx.delete(appSearch).where(eq(appSearch.app, app))
  await countWords(tx, difference(has, had), 1)
  await countWords(tx, difference(had, has), -1)
}

async function upsertSearchRow(tx: Queries, row: SearchRow): Promise<void> {
  const values = searchValues(row)
  await tx.insert(appSearch).values(values).onConflictDoUpdate({ target: appSearch.app, set: values })
}

/** The row as the table has it. */
export const searchValues = ({ fields, ...row }: SearchRow): typeof appSearch.$inferInsert => ({
  ...row,
  aliases: [...row.aliases],
  facets: [...row.facets],
  fields: searchFieldNames.map((field) => fields[field].join(' ')),
  terms: vectorText(fields),
})

export function parseFields(texts: readonly string[]): SearchFields {
  const entries = searchFieldNames.map((field, index) => [
    field,
    texts[index]?.split(' ').filter((term) => term !== '') ?? [],
  ])
  return Object.fromEntries(entries) as SearchFields
}

/** What `search_words` counts an app for: its terms, the strong ones, and the empty one for itself. */
export function countedTerms(fields: SearchFields): string[] {
  const terms = new Set([''])
  for (const field of searchFieldNames)
    for (const term of fields[field]) {
      terms.add(term)
      if (isStrong(field)) terms.add(strongTerm(term))
    }
  return [...terms]
}

/** The term in a name or tag of the app, where it weighs more than in a sentence about it. */
export const strongTerm = (term: string): string => `^${term}`

const isStrong = (field: SearchField): boolean => field !== 'summary' && field !== 'description'

const vectorWeights: Readonly<Record<SearchField, string>> = {
  name: '1A',
  alias: '1A',
  display_name: '1A',
  tag: '2B',
  category: '2B',
  summary: '3C',
  description: '4D',
}

function vectorText(fields: SearchFields): string {
  const places = new Map<string, Set<string>>()
  const add = (term: string, place: string): void => {
    places.set(term, (places.get(term) ?? new Set()).add(place))
  }
  for (const field of searchFieldNames)
    for (const term of fields[field]) {
      add(term, vectorWeights[field])
      if (isStrong(field)) add(strongTerm(term), '1A')
    }
  return [...places].map(([term, where]) => `${quoted(term)}:${[...where].join(',')}`).join(' ')
}

/** A term as `tsvector` and `tsquery` read it, whatever is in it. */
export const quoted = (term: string): string => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

const difference = (some: readonly string[], others: readonly string[]): string[] => {
  const known = new Set(others)
  return some.filter((term) => !known.has(term))
}

/** Rows that another publish counts at this moment are left alone: nobody waits, and nothing can lock up. */
async function countWords(tx: Queries, words: readonly string[], by: 1 | -1): Promise<void> {
  if (words.length === 0) return
  const sorted = [...words].sort()
  if (by === 1) {
    const rows = JSON.stringify(sorted.map((word) => ({ word, slips: slipsOf(word) })))
    await tx.execute(sql`
      insert into search_words (word, apps, slips)
      select word, 0, slips from json_to_recordset(${rows}::text::json) as fresh(word text, slips text[])
      on conflict do nothing`)
  }
  await tx.execute(sql`
    update search_words set apps = apps + ${by} where word in (
      select word from search_words where word in (select json_array_elements_text(${JSON.stringify(sorted)}::text::json))
      for update skip locked)`)
}
