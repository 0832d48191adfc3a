import { createHash } from 'node:crypto'
import { type SearchField, type SearchFields, searchFieldNames, slipsOf } from '@cli-apps/core'
import { getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Queries } from '../database.ts'
import { appSearch } from '../schema.ts'

/** The search data of an app. */
export interface SearchRow {
  app: string
  displayName: string
  aliases: readonly string[]
  facets: readonly string[]
  popularity: number
  standing: number
  fields: SearchFields
}

/** Replaces the search rows of apps; an app of `names` without a row is removed from search. */
export async function saveSearchRows(
  tx: Queries,
  names: readonly string[],
  rows: readonly SearchRow[],
): Promise<void> {
  const { app, fields, standing } = appSearch
  const before = await tx
    .select({ app, fields, standing })
    .from(appSearch)
    .where(inArray(app, [...names]))
  const kept = new Set(rows.map((row) => row.app))
  const gone = before.flatMap((row) => (kept.has(row.app) ? [] : [row.app]))
  if (gone.length > 0) await tx.delete(appSearch).where(inArray(app, gone))
  await upsertSearchRows(tx, rows)
  const changes = new Map<string, number>()
  const count = (counted: Pick<SearchRow, 'fields' | 'standing'>, by: 1 | -1): void => {
    for (const term of countedTerms(counted)) changes.set(term, (changes.get(term) ?? 0) + by)
  }
  for (const row of before) count({ ...row, fields: parseFields(row.fields) }, -1)
  for (const row of rows) count(row, 1)
  await countWords(
    tx,
    [...changes].flatMap(([word, by]) =>
      by === 0 ? [] : [{ word, by, slips: by > 0 ? slipsOf(word) : [] }],
    ),
  )
}

async function upsertSearchRows(tx: Queries, rows: readonly SearchRow[]): Promise<void> {
  if (rows.length === 0) return
  const { app, serial: _, ...columns } = getTableColumns(appSearch)
  await tx
    .insert(appSearch)
    .values(rows.map(searchValues))
    .onConflictDoUpdate({
      target: app,
      set: Object.fromEntries(
        Object.entries(columns).map(([key, { name }]) => [key, sql`excluded.${sql.identifier(name)}`]),
      ),
    })
}

/** Returns the row in the table's form. */
export const searchValues = ({ fields, ...row }: SearchRow): typeof appSearch.$inferInsert => ({
  ...row,
  aliases: [...row.aliases],
  facets: [...row.facets],
  fields: searchFieldNames.map((field) => fields[field].join(' ')),
  terms: countedTerms({ ...row, fields })
    .filter((term) => term !== '')
    .map(quoted)
    .join(' '),
})

/** Returns the terms of a row by field. */
export const parseFields = (texts: readonly string[]): SearchFields =>
  fieldsFrom(texts, (text) => text.split(' ').filter((term) => term !== ''))

/**
 * Returns a parser that reads only these terms from rows, because an app has hundreds and a query names a
 * few.
 */
export function fieldParser(terms: readonly string[]): (texts: readonly string[]) => SearchFields {
  const literals = terms.map((term) => term.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  const pattern = new RegExp(`(?<![^ ])(?:${literals.join('|')})(?![^ ])`, 'g')
  return (texts) => fieldsFrom(texts, (text) => text.match(pattern) ?? [])
}

function fieldsFrom(texts: readonly string[], termsOf: (text: string) => readonly string[]): SearchFields {
  const entries = searchFieldNames.map((field, index) => [field, termsOf(texts[index] ?? '')])
  return Object.fromEntries(entries) as SearchFields
}

/**
 * Returns what finds an app and is counted in `search_words`: terms, strong terms, standings and the empty
 * term.
 */
export function countedTerms({ fields, standing }: Pick<SearchRow, 'fields' | 'standing'>): string[] {
  const terms = new Set(['', ...standingTerms.slice(0, standing)])
  for (const field of searchFieldNames)
    for (const term of fields[field]) {
      terms.add(term)
      if (isStrong(field)) terms.add(strongTerm(term))
    }
  return [...terms]
}

/** Marks a term in a name or tag of the app, where it weighs more than in its summary or description. */
export const strongTerm = (term: string): string => `^${term}`

const weak: ReadonlySet<SearchField> = new Set(['summary', 'description', 'task'])
const isStrong = (field: SearchField): boolean => !weak.has(field)

/** Terms of the apps with a standing of 1 and more, of 2 and more, and so on. */
export const standingTerms: readonly string[] = Array.from({ length: 40 }, (_, index) => `@${index + 1}`)

/**
 * Returns the popularity plus a bonus that the hash of the name decides: at least 1 for half of the apps, 2
 * for a quarter, and so on. So each standing has about half as many apps as the one below, even if all are
 * equally popular.
 */
export function standingOf(app: string, popularity: number): number {
  const [byte = 0] = createHash('sha256').update(app).digest()
  return Math.min(popularity + Math.clz32(byte) - 24, standingTerms.length)
}

/** Quotes a term for `tsvector` and `tsquery`. */
export const quoted = (term: string): string => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

interface WordChange {
  word: string
  by: number
  slips: readonly string[]
}

/**
 * Updates word counts without waiting: rows that another publish is counting are skipped, and new words are
 * inserted in one order, so that two publishes do not deadlock.
 */
async function countWords(tx: Queries, changes: readonly WordChange[]): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(sql`
    with changes as materialized (
      select word, by, slips
      from json_to_recordset(${JSON.stringify(changes)}::text::json) as change(word text, by integer, slips text[])
    ), counted as (
      update search_words set apps = apps + free.by from (
        select known.word, changes.by from search_words as known join changes on known.word = changes.word collate "C"
        for update of known skip locked
      ) as free where search_words.word = free.word
    )
    insert into search_words (word, apps, slips)
    select word, by, slips from changes
    where by > 0 and not exists (select from search_words as known where known.word = changes.word collate "C")
    order by word collate "C" on conflict do nothing`)
}
