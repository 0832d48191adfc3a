import type { SearchFields } from '@cli-apps/core'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Queries } from '../database.ts'
import { fieldParser } from './search-rows.ts'

/** An app that may answer a query. */
export interface SearchCandidate {
  name: string
  display_name: string
  aliases: readonly string[]
  popularity: number
  /** Of its terms those that were asked for. */
  fields: SearchFields
}

interface CandidateQuestion {
  /** Folded names: apps that have one of them as name or alias are candidates in any case. */
  names: readonly string[]
  /** `tsquery`s: the apps of the highest standing are candidates; those that follow are asked while these are few. */
  queries: readonly string[]
  /** The terms that the ranker looks for. */
  terms: readonly string[]
  facets: readonly string[]
  /** Leaves out apps that came later. */
  until: number
}

const [mostNamed, mostFound, fewFound] = [20, 150, 100]

const CandidateRows = z.array(
  z.object({
    name: z.string(),
    display_name: z.string(),
    aliases: z.array(z.string()),
    popularity: z.coerce.number(),
    fields: z.string(),
  }),
)

/** Not in any term. The drivers read a text much faster than an array. */
const fieldBreak = '\n'

/** Some hundred apps among which the ranker finds the best, however many there are. */
export async function findSearchCandidates(
  db: Queries,
  { names, queries, terms, facets, until }: CandidateQuestion,
): Promise<SearchCandidate[]> {
  // An empty array would have the index read whole.
  const isAsked =
    facets.length === 0 ? sql`serial <= ${until}` : sql`serial <= ${until} and facets @> ${textArray(facets)}`
  const parse = fieldParser(terms)
  const candidates = new Map<string, SearchCandidate>()
  const find = async (condition: SQL, limit: number): Promise<void> => {
    // Fields are stored apart: only those of the apps that are chosen are fetched.
    const rows = await db.execute(sql`
      select app as name, display_name, aliases, popularity, array_to_string(fields, ${fieldBreak}::text) as fields
      from (
        select app, display_name, aliases, popularity, fields from app_search where ${condition} and ${isAsked}
        order by standing desc, app limit ${limit}
      ) as found`)
    for (const row of CandidateRows.parse(rowsOf(rows)))
      candidates.set(row.name, { ...row, fields: parse(row.fields.split(fieldBreak)) })
  }
  await find(
    sql`app = any(array(select app from app_names where key = any(${textArray(names)}) limit ${mostNamed}))`,
    mostNamed,
  )
  for (const query of queries) {
    if (candidates.size >= fewFound) break
    await find(sql`terms @@ ${query}::text::tsquery`, mostFound)
  }
  return [...candidates.values()]
}

/** How many apps have each of the terms; the empty term is in all of them. Terms that none has are left out. */
export async function countTerms(db: Queries, terms: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.execute(
    sql`select word, apps from search_words where word = any(${textArray(terms)})`,
  )
  return countsOf(rows)
}

/** Terms that begin so, the commonest first. */
export async function findCompletions(
  db: Queries,
  word: string,
  limit: number,
): Promise<Map<string, number>> {
  const rows = await db.execute(sql`
    select word, apps from search_words where word >= ${word} and word < ${`${word}\u{10ffff}`} and apps > 0
    order by apps desc, word limit ${limit}`)
  return countsOf(rows)
}

/** Terms that have one of these slips. */
export async function findBySlips(db: Queries, slips: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.execute(sql`
    select word, apps from search_words where slips && ${textArray(slips)} and apps > 0 order by apps desc, word limit 100`)
  return countsOf(rows)
}

/** The serial of the newest app. */
export async function newestSerial(db: Queries): Promise<number> {
  const [row] = rowsOf(await db.execute(sql`select max(serial) as newest from app_search`))
  return z.object({ newest: z.coerce.number().default(0) }).parse(row).newest
}

/** Names and aliases that begin so or are one of these. */
export async function findNamesLike(
  db: Queries,
  { beginning, names }: { beginning: string; names: readonly string[] },
): Promise<string[]> {
  const rows = await db.execute(sql`
    (select app from app_names where key >= ${beginning} and key < ${`${beginning}\u{10ffff}`} order by key limit 50)
    union (select app from app_names where key = any(${textArray(names)}))`)
  return z
    .array(z.object({ app: z.string() }))
    .parse(rowsOf(rows))
    .map(({ app }) => app)
}

/** As one parameter: drivers differ in how they take arrays. */
const textArray = (texts: readonly string[]): SQL =>
  sql`array(select json_array_elements_text(${JSON.stringify(texts)}::text::json))`

/** The two drivers wrap what `execute` gives in different ways. */
const rowsOf = (result: unknown): unknown[] =>
  Array.isArray(result) ? result : z.object({ rows: z.array(z.unknown()) }).parse(result).rows

const countsOf = (result: unknown): Map<string, number> =>
  new Map(
    z
      .array(z.object({ word: z.string(), apps: z.coerce.number() }))
      .parse(rowsOf(result))
      .map(({ word, apps }) => [word, apps]),
  )
