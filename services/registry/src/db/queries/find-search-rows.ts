import type { SearchFields } from '@cli-apps/core'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Queries } from '../database.ts'
import { fieldParser, parseFields } from './search-rows.ts'

/** An app that may match a query. */
export interface SearchCandidate {
  name: string
  display_name: string
  aliases: readonly string[]
  popularity: number
  /** Its terms, limited to those that the query contains. */
  fields: SearchFields
}

interface CandidateQuestion {
  /** Folded names: apps with one of them as name or alias are always candidates. */
  names: readonly string[]
  /**
   * `tsquery` expressions, each run only while there are few candidates; those of the highest standing come
   * first.
   */
  queries: readonly string[]
  /** The terms that the ranker looks for. */
  terms: readonly string[]
  facets: readonly string[]
  /** Excludes apps with a higher serial number. */
  until: number
}

/** What a search asks of the apps of a registry. */
export interface SearchIndex {
  /** Returns how many apps have each term; the empty term counts all apps. Terms without apps are omitted. */
  countTerms(terms: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Returns terms that start with `word`, most frequent first. */
  findCompletions(word: string, limit: number): Promise<ReadonlyMap<string, number>>
  /** Returns terms that share one of these slips. */
  findBySlips(slips: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Returns the serial number of the newest app. */
  newestSerial(): Promise<number>
  /** Returns the apps that are worth ranking. */
  findCandidates(question: CandidateQuestion): Promise<readonly SearchCandidate[]>
}

/** The index of any number of apps, as the database keeps it. */
export const databaseIndex = (db: Queries): SearchIndex => ({
  countTerms: (terms) => countTerms(db, terms),
  findCompletions: (word, limit) => findCompletions(db, word, limit),
  findBySlips: (slips) => findBySlips(db, slips),
  newestSerial: () => newestSerial(db),
  findCandidates: (question) => findSearchCandidates(db, question),
})

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

/** Occurs in no term. The drivers read a text much faster than an array. */
const fieldBreak = '\n'

/** Returns a few hundred apps that the ranker sorts, however many apps the registry has. */
async function findSearchCandidates(
  db: Queries,
  { names, queries, terms, facets, until }: CandidateQuestion,
): Promise<SearchCandidate[]> {
  // An empty array would make Postgres read the whole index.
  const isAsked =
    facets.length === 0 ? sql`serial <= ${until}` : sql`serial <= ${until} and facets @> ${textArray(facets)}`
  const parse = fieldParser(terms)
  const candidates = new Map<string, SearchCandidate>()
  const find = async (condition: SQL, limit: number): Promise<void> => {
    // Fields are stored out of line, so only those of the selected apps are fetched.
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

async function countTerms(db: Queries, terms: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.execute(
    sql`select word, apps from search_words where word = any(${textArray(terms)})`,
  )
  return countsOf(rows)
}

async function findCompletions(db: Queries, word: string, limit: number): Promise<Map<string, number>> {
  const rows = await db.execute(sql`
    select word, apps from search_words where word >= ${word} and word < ${`${word}\u{10ffff}`} and apps > 0
    order by apps desc, word limit ${limit}`)
  return countsOf(rows)
}

async function findBySlips(db: Queries, slips: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.execute(sql`
    select word, apps from search_words where slips && ${textArray(slips)} and apps > 0 order by apps desc, word limit 100`)
  return countsOf(rows)
}

async function newestSerial(db: Queries): Promise<number> {
  const [row] = rowsOf(await db.execute(sql`select max(serial) as newest from app_search`))
  return z.object({ newest: z.coerce.number().default(0) }).parse(row).newest
}

/** Returns apps with a name or alias that starts with `beginning` or is one of `names`. */
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

const StoredRow = z.object({
  name: z.string(),
  display_name: z.string(),
  aliases: z.array(z.string()),
  facets: z.array(z.string()),
  popularity: z.coerce.number(),
  standing: z.coerce.number(),
  serial: z.coerce.number(),
  fields: z.string(),
})

/** An app as search knows it, with all its terms. */
export interface SearchableApp extends SearchCandidate {
  facets: readonly string[]
  standing: number
  serial: number
}

/** Returns the search data of these apps, or of all, but of no more than `limit`. */
export async function readIndexedApps(
  db: Queries,
  { names, limit }: { names?: readonly string[]; limit: number },
): Promise<SearchableApp[]> {
  const rows = await db.execute(sql`
    select app as name, display_name, aliases, facets, popularity, standing, serial,
      array_to_string(fields, ${fieldBreak}::text) as fields
    from app_search ${names === undefined ? sql`` : sql`where app = any(${textArray(names)})`} limit ${limit}`)
  return z
    .array(StoredRow)
    .parse(rowsOf(rows))
    .map((row) => ({ ...row, fields: parseFields(row.fields.split(fieldBreak)) }))
}

/** Passes texts as one parameter, because drivers differ in how they accept arrays. */
const textArray = (texts: readonly string[]): SQL =>
  sql`array(select json_array_elements_text(${JSON.stringify(texts)}::text::json))`

/** Returns the rows of a result, which the two drivers wrap differently. */
const rowsOf = (result: unknown): unknown[] =>
  Array.isArray(result) ? result : z.object({ rows: z.array(z.unknown()) }).parse(result).rows

const countsOf = (result: unknown): Map<string, number> =>
  new Map(
    z
      .array(z.object({ word: z.string(), apps: z.coerce.number() }))
      .parse(rowsOf(result))
      .map(({ word, apps }) => [word, apps]),
  )
