import { and, arrayContains, asc, desc, eq, gt, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { changeChannel, type Queries } from './database.ts'
import { appNames, appOwners, apps, versions } from './schema.ts'

export type VersionRow = typeof versions.$inferSelect

const listed = {
  name: versions.app,
  latest: versions.version,
  display_name: versions.displayName,
  summary: versions.summary,
  description: versions.description,
  category: versions.category,
  tags: versions.tags,
  aliases: versions.aliases,
  digest: versions.digest,
  published_at: versions.publishedAt,
}

/** The latest version of an app as lists and search know it. */
export interface ListedRow {
  name: string
  latest: string
  display_name: string
  summary: string
  description: string
  category: string
  tags: string[]
  aliases: string[]
  digest: string
  published_at: Date
}

const isLatest = and(eq(versions.app, apps.name), eq(versions.version, apps.latest))

export const listAllApps = (db: Queries): Promise<ListedRow[]> =>
  db.select(listed).from(apps).innerJoin(versions, isLatest).orderBy(asc(apps.name))

export interface ListOptions {
  facets: readonly string[]
  sort: 'name' | 'updated'
  limit: number
  /** The last row of the page before. */
  after?: { name: string; updated: Date } | undefined
}

/** One page of apps that have all the facets, by name or the newest first. */
export function listApps(db: Queries, { facets, sort, limit, after }: ListOptions): Promise<ListedRow[]> {
  const conditions: (SQL | undefined)[] = []
  if (facets.length > 0) conditions.push(arrayContains(versions.facets, [...facets]))
  if (after !== undefined && sort === 'name') conditions.push(gt(apps.name, after.name))
  if (after !== undefined && sort === 'updated')
    conditions.push(
      or(
        lt(versions.publishedAt, after.updated),
        and(eq(versions.publishedAt, after.updated), gt(apps.name, after.name)),
      ),
    )
  const order = sort === 'name' ? [asc(apps.name)] : [desc(versions.publishedAt), asc(apps.name)]
  return db
    .select(listed)
    .from(apps)
    .innerJoin(versions, isLatest)
    .where(and(...conditions))
    .orderBy(...order)
    .limit(limit)
}

/** All versions of an app, highest first. */
export const versionsOf = (db: Queries, app: string): Promise<VersionRow[]> =>
  db.select().from(versions).where(eq(versions.app, app)).orderBy(desc(versions.sortKey))

/** What choosing a version needs to know of it, without its manifest. */
export interface VersionChoice {
  app: string
  version: string
  digest: string
  yanked: boolean
}

/** The versions of these apps in short. */
export async function versionChoices(db: Queries, names: readonly string[]): Promise<VersionChoice[]> {
  const { app, version, digest, yankedReason } = versions
  const rows = await db
    .select({ app, version, digest, yankedReason })
    .from(versions)
    .where(inArray(app, [...names]))
  return rows.map(({ yankedReason: reason, ...row }) => ({ ...row, yanked: reason !== null }))
}

export async function findVersion(
  db: Queries,
  app: string,
  version: string,
): Promise<VersionRow | undefined> {
  const rows = await db
    .select()
    .from(versions)
    .where(and(eq(versions.app, app), eq(versions.version, version)))
  return rows[0]
}

export async function ownersOf(db: Queries, app: string): Promise<string[]> {
  const rows = await db.select({ user: appOwners.user }).from(appOwners).where(eq(appOwners.app, app))
  return rows.map(({ user }) => user)
}

export async function hasApps(db: Queries): Promise<boolean> {
  return (await db.select({ name: apps.name }).from(apps).limit(1)).length > 0
}

/** Makes the app if there is none and locks its row until the transaction ends; true when it is new. */
export async function lockApp(tx: Queries, name: string, now: Date): Promise<boolean> {
  const made = await tx
    .insert(apps)
    .values({ name, createdAt: now })
    .onConflictDoNothing()
    .returning({ name: apps.name })
  await tx.select({ name: apps.name }).from(apps).where(eq(apps.name, name)).for('update')
  return made.length > 0
}

export async function addOwner(tx: Queries, app: string, user: string, now: Date): Promise<void> {
  await tx.insert(appOwners).values({ app, user, addedAt: now }).onConflictDoNothing()
}

/** Takes names for an app; gives those that another app has. In order, so that two publishes cannot wait for each other. */
export async function claimNames(
  tx: Queries,
  app: string,
  keys: readonly string[],
): Promise<{ key: string; app: string }[]> {
  const sorted = [...new Set(keys)].sort()
  await tx
    .insert(appNames)
    .values(sorted.map((key) => ({ key, app })))
    .onConflictDoNothing()
  const held = await tx.select().from(appNames).where(inArray(appNames.key, sorted))
  return held.filter((row) => row.app !== app)
}

export async function insertVersion(tx: Queries, row: VersionRow): Promise<void> {
  await tx.insert(versions).values(row)
}

export async function setLatest(tx: Queries, app: string, latest: string): Promise<void> {
  await tx.update(apps).set({ latest }).where(eq(apps.name, app))
}

/** Tells every server on this database that an app changed, once the transaction is committed. */
export async function notifyChange(tx: Queries, app: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${changeChannel}, ${app})`)
}
