import { createHash } from 'node:crypto'
import {
  and,
  arrayContains,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { changeChannel, type Queries } from '../database.ts'
import { appNames, apps, versions } from '../schema.ts'

export type AppRow = typeof apps.$inferSelect

const listed = {
  name: versions.app,
  latest: versions.version,
  display_name: versions.displayName,
  summary: versions.summary,
  i18n: apps.i18n,
  description: versions.description,
  category: versions.category,
  tags: versions.tags,
  aliases: versions.aliases,
  digest: versions.digest,
  published_at: versions.publishedAt,
}

/** The latest version of an app, as lists and search use it. */
interface ListedRow {
  name: string
  latest: string
  display_name: string
  summary: string
  i18n: AppRow['i18n']
  description: string
  category: string
  tags: string[]
  aliases: string[]
  digest: string
  published_at: Date
}

/** Joins an app with its listed version; removed apps are in no list. */
export const isListed = and(
  eq(versions.app, apps.name),
  eq(versions.version, apps.latest),
  isNull(apps.removedAt),
)

/** Returns the listed apps among these names, in any order. */
export const listNamed = (db: Queries, names: readonly string[]): Promise<ListedRow[]> =>
  db
    .select(listed)
    .from(apps)
    .innerJoin(versions, isListed)
    .where(inArray(apps.name, [...names]))

interface ListOptions {
  facets: readonly string[]
  /** Prefix of the names. */
  prefix?: string | undefined
  sort: 'name' | 'updated'
  limit: number
  /** The last row of the previous page. */
  after?: ListedPosition | undefined
  /** The first row of the next page, for the rows before it: the nearest first. */
  before?: ListedPosition | undefined
}

interface ListedPosition {
  name: string
  updated: Date
}

/** Returns one page of the apps that have all facets, by name or newest first. */
export function listApps(
  db: Queries,
  { facets, prefix, sort, limit, after, before }: ListOptions,
): Promise<ListedRow[]> {
  const conditions: (SQL | undefined)[] = [hasFacets(facets)]
  if (prefix !== undefined) conditions.push(gte(apps.name, prefix), lt(apps.name, `${prefix}\u{10ffff}`))
  const position = after ?? before
  if (position !== undefined) conditions.push(isBeyond(position, { sort, isBefore: after === undefined }))
  const [up, down] = before === undefined ? [asc, desc] : [desc, asc]
  const order = sort === 'name' ? [up(apps.name)] : [down(versions.publishedAt), up(apps.name)]
  return db
    .select(listed)
    .from(apps)
    .innerJoin(versions, isListed)
    .where(and(...conditions))
    .orderBy(...order)
    .limit(limit)
}

const hasFacets = (facets: readonly string[]): SQL | undefined =>
  facets.length === 0 ? undefined : arrayContains(versions.facets, [...facets])

/** Whether a row comes after a position, or before it. */
function isBeyond(
  { name, updated }: ListedPosition,
  { sort, isBefore }: { sort: ListOptions['sort']; isBefore: boolean },
): SQL | undefined {
  const [more, less] = isBefore ? [lt, gt] : [gt, lt]
  if (sort === 'name') return more(apps.name, name)
  return or(
    less(versions.publishedAt, updated),
    and(eq(versions.publishedAt, updated), more(apps.name, name)),
  )
}

/** Counts the apps that have all facets, up to a limit, so that a large registry does not count long. */
export async function countWithFacets(
  db: Queries,
  facets: readonly string[],
  limit: number,
): Promise<number> {
  const some = db
    .select({ name: apps.name })
    .from(apps)
    .innerJoin(versions, isListed)
    .where(hasFacets(facets))
    .limit(limit)
    .as('some')
  return db.$count(some)
}

/** Returns the apps whose recipes were run that stand first in their categories: by downloads, then by what was run. */
export async function listTried(db: Queries, limit: number): Promise<ListedRow[]> {
  const first = db
    .selectDistinctOn([versions.category], {
      name: apps.name,
      downloads: apps.downloads,
      tried: sql<number>`length(${versions.recipeResults})`.as('tried'),
    })
    .from(apps)
    .innerJoin(versions, isListed)
    .where(isNotNull(versions.recipeResults))
    .orderBy(
      asc(versions.category),
      desc(apps.downloads),
      desc(sql`length(${versions.recipeResults})`),
      asc(apps.name),
    )
    .as('first')
  return db
    .select(listed)
    .from(apps)
    .innerJoin(versions, isListed)
    .innerJoin(first, eq(first.name, apps.name))
    .orderBy(desc(first.downloads), desc(first.tried), asc(apps.name))
    .limit(limit)
}

export async function findAppRow(db: Queries, name: string): Promise<AppRow | undefined> {
  return (await db.select().from(apps).where(eq(apps.name, name)))[0]
}

export async function hasApp(db: Queries, name: string): Promise<boolean> {
  return (await db.select({ name: apps.name }).from(apps).where(eq(apps.name, name))).length > 0
}

/** Returns the next apps after a name, in the order of names. */
export const appsAfter = (db: Queries, name: string, limit: number): Promise<AppRow[]> =>
  db.select().from(apps).where(gt(apps.name, name)).orderBy(asc(apps.name)).limit(limit)

/** Returns the text of `/v1/apps/{name}.json`. */
export async function findAppDocument(db: Queries, name: string): Promise<string | undefined> {
  return (await findAppDocuments(db, [name])).get(name)
}

/**
 * Returns many documents with one query, which the server plans once per connection. Names must not contain
 * commas.
 */
export async function findAppDocuments(
  db: Queries,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const query = documentQueries.get(db) ?? prepareDocumentQuery(db)
  documentQueries.set(db, query)
  const rows = await query.execute({ names: names.join() })
  return new Map(rows.flatMap(({ name, document }) => (document === null ? [] : [[name, document]])))
}

const documentQueries = new WeakMap<Queries, ReturnType<typeof prepareDocumentQuery>>()

const prepareDocumentQuery = (db: Queries) =>
  db
    .select({ name: apps.name, document: apps.document })
    .from(apps)
    .where(sql`${apps.name} = any(string_to_array(${sql.placeholder('names')}, ','))`)
    .prepare('app_documents')

/** Returns names of apps whose derived columns have another format. */
export async function appsDerivedOtherwise(
  db: Queries,
  derivedFormat: number,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ name: apps.name })
    .from(apps)
    .where(lt(apps.derivedFormat, derivedFormat))
    .limit(limit)
  return rows.map(({ name }) => name)
}

/** Marks what is derived from every app as outdated, so that `refreshOutdatedApps` regenerates it. */
export async function forgetDerived(tx: Queries): Promise<void> {
  await tx.update(apps).set({ derivedFormat: 0 })
}

/** Returns the existing apps among these names, in any order. */
export const findAppRows = (db: Queries, names: readonly string[]): Promise<AppRow[]> =>
  db
    .select()
    .from(apps)
    .where(inArray(apps.name, [...names]))

export const countListedApps = (db: Queries): Promise<number> => db.$count(apps, isNull(apps.removedAt))

export async function hasApps(db: Queries): Promise<boolean> {
  return (await db.select({ name: apps.name }).from(apps).limit(1)).length > 0
}

/** Returns the first four hexadecimal digits of the sha256 of a name. */
const shardOf = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 4)

/** Returns the row of an app, locked until the transaction ends. */
export async function lockApp(tx: Queries, name: string): Promise<AppRow | undefined> {
  return (await tx.select().from(apps).where(eq(apps.name, name)).for('update'))[0]
}

/** Creates the app if it does not exist, and locks its row until the transaction ends. */
export async function lockOrMakeApp(
  tx: Queries,
  name: string,
  now: Date,
): Promise<{ app: AppRow; isNew: boolean }> {
  const made = await tx
    .insert(apps)
    .values({ name, createdAt: now, shard: shardOf(name) })
    .onConflictDoNothing()
    .returning()
  const app = made[0] ?? (await lockApp(tx, name))
  if (app === undefined) throw new RangeError(`lockOrMakeApp: ${name} is neither new nor there`)
  return { app, isNew: made.length > 0 }
}

/** Any number; the lock of migrations uses another. */
const newNamesLock = 48702

/** Lets one transaction at a time check and claim a new name, because similar names are in other rows. */
export async function lockNewNames(tx: Queries): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${newNamesLock})`)
}

/**
 * Claims names for an app; returns those that another app has. Sorted, so that concurrent publishes do not
 * deadlock.
 */
export async function claimNames(
  tx: Queries,
  app: string,
  { keys, marksOf }: { keys: readonly string[]; marksOf: (key: string) => number[] },
): Promise<{ key: string; app: string }[]> {
  const sorted = [...new Set(keys)].sort()
  const taken = await tx
    .insert(appNames)
    .values(sorted.map((key) => ({ key, app, marks: marksOf(key) })))
    .onConflictDoNothing()
    .returning({ key: appNames.key })
  if (taken.length === sorted.length) return []
  const held = await tx.select().from(appNames).where(inArray(appNames.key, sorted))
  return held.filter((row) => row.app !== app)
}

/** The columns that `refreshApps` derives from an app's versions. */
export type DerivedColumns = Pick<AppRow, 'name' | 'latest' | 'document' | 'i18n' | 'derivedFormat'>

export async function setDerived(tx: Queries, derived: readonly DerivedColumns[]): Promise<void> {
  await tx.execute(sql`update ${apps}
    set latest = derived.latest, document = derived.document, i18n = derived.i18n,
      derived_format = derived."derivedFormat"
    from json_to_recordset(${JSON.stringify(derived)}::text::json)
      as derived(name text, latest text, document text, i18n json, "derivedFormat" integer)
    where ${apps.name} = derived.name`)
}

/** Notifies every server on this database of changed apps when the transaction commits. */
export async function notifyChange(tx: Queries, ...names: string[]): Promise<void> {
  await tx.execute(sql`select pg_notify(${changeChannel}, name)
    from json_array_elements_text(${JSON.stringify(names)}::text::json) as name`)
}

/** Adds to the downloads of apps. Sends no notification, because no document contains downloads. */
export async function addDownloads(db: Queries, counts: ReadonlyMap<string, number>): Promise<void> {
  const rows = JSON.stringify([...counts].map(([name, count]) => ({ name, count })))
  await db.execute(sql`update ${apps} set downloads = downloads + counted.count
    from jsonb_to_recordset(${rows}::text::jsonb) as counted(name text, count bigint)
    where ${apps.name} = counted.name`)
}
