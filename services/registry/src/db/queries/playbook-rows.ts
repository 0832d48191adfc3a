import { and, arrayContains, asc, eq, getTableColumns, gt, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Queries } from '../database.ts'
import { playbooks } from '../playbook-table.ts'

export type PlaybookRow = typeof playbooks.$inferSelect

/** A stored playbook without what is derived from it. */
export type StoredPlaybook = Pick<PlaybookRow, 'name' | 'document' | 'digest' | 'run'>

const { name, document, digest, run } = getTableColumns(playbooks)
const stored = { name, document, digest, run }

export async function findPlaybookRow(db: Queries, asked: string): Promise<StoredPlaybook | undefined> {
  return (await db.select(stored).from(playbooks).where(eq(name, asked)))[0]
}

/** Returns the playbooks with these names, in any order. */
export const playbooksNamed = (db: Queries, names: readonly string[]): Promise<StoredPlaybook[]> =>
  db
    .select(stored)
    .from(playbooks)
    .where(inArray(name, [...names]))

interface PageQuestion {
  limit: number
  /** The last name of the page before. */
  after?: string | undefined
  /** Only playbooks that use this app. */
  app?: string | undefined
}

/** Returns one page of playbooks, by name. */
export const playbookRows = (db: Queries, { limit, after, app }: PageQuestion): Promise<StoredPlaybook[]> =>
  db
    .select(stored)
    .from(playbooks)
    .where(
      and(
        after === undefined ? undefined : gt(name, after),
        app === undefined ? undefined : arrayContains(playbooks.apps, [app]),
      ),
    )
    .orderBy(asc(name))
    .limit(limit)

const batch = 100

/** Yields all playbooks by name, read in batches. */
export async function* everyPlaybook(db: Queries): AsyncGenerator<StoredPlaybook> {
  for (let after: string | undefined; ; ) {
    const rows = await playbookRows(db, { limit: batch, after })
    yield* rows
    if (rows.length < batch) return
    after = rows.at(-1)?.name
  }
}

/** Returns the first names in their order; one page may not show that there are more. */
export async function firstPlaybookNames(db: Queries, limit: number): Promise<string[]> {
  const rows = await db.select({ name }).from(playbooks).orderBy(asc(name)).limit(limit)
  return rows.map((row) => row.name)
}

/** Returns which playbooks have any of these terms, those with most of them first. */
export const playbooksWithTerms = (
  db: Queries,
  terms: readonly string[],
  limit: number,
): Promise<{ name: string; digest: string }[]> =>
  db
    .select({ name, digest })
    .from(playbooks)
    .where(sql`${playbooks.terms} && ${textArray(terms)}`)
    .orderBy(
      sql`(select count(*) from unnest(${playbooks.terms}) as had(term) where had.term = any(${textArray(terms)})) desc`,
      asc(name),
    )
    .limit(limit)

export async function savePlaybook(tx: Queries, row: PlaybookRow): Promise<void> {
  const { name: _, ...columns } = row
  await tx.insert(playbooks).values(row).onConflictDoUpdate({ target: playbooks.name, set: columns })
}

/** Returns playbooks whose derived columns have an older format. */
export const playbooksDerivedOtherwise = (
  db: Queries,
  derivedFormat: number,
  limit: number,
): Promise<StoredPlaybook[]> =>
  db
    .select(stored)
    .from(playbooks)
    .where(lt(playbooks.derivedFormat, derivedFormat))
    .orderBy(asc(name))
    .limit(limit)

export async function setPlaybookDerived(
  tx: Queries,
  asked: string,
  columns: Pick<PlaybookRow, 'apps' | 'terms' | 'derivedFormat'>,
): Promise<void> {
  await tx.update(playbooks).set(columns).where(eq(name, asked))
}

/** Marks what is derived from every playbook as outdated. */
export async function forgetPlaybooksDerived(tx: Queries): Promise<void> {
  await tx.update(playbooks).set({ derivedFormat: 0 })
}

/** Passes texts as one parameter, because drivers differ in how they accept arrays. */
const textArray = (texts: readonly string[]): SQL =>
  sql`array(select json_array_elements_text(${JSON.stringify(texts)}::text::json))`
