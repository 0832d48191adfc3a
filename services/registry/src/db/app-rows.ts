import { createHash } from 'node:crypto'
import { and, arrayContains, asc, desc, eq, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { changeChannel, type Queries } from './database.ts'
import { appNames, appOrganisations, appOwners, apps, distTags, versions } from './schema.ts'

export type VersionRow = typeof versions.$inferSelect
export type AppRow = typeof apps.$inferSelect

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

/** Joins an app with the version that lists show; a withdrawn app is in no list. */
export const isListed = and(
  eq(versions.app, apps.name),
  eq(versions.version, apps.latest),
  isNull(apps.removedAt),
)

export const listAllApps = (db: Queries): Promise<ListedRow[]> =>
  db.select(listed).from(apps).innerJoin(versions, isListed).orderBy(asc(apps.name))

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
    .innerJoin(versions, isListed)
    .where(and(...conditions))
    .orderBy(...order)
    .limit(limit)
}

export async function findApp(db: Queries, name: string): Promise<AppRow | undefined> {
  return (await db.select().from(apps).where(eq(apps.name, name)))[0]
}

/** So many apps after a name, by name. */
export const appsAfter = (db: Queries, name: string, limit: number): Promise<AppRow[]> =>
  db.select().from(apps).where(gt(apps.name, name)).orderBy(asc(apps.name)).limit(limit)

/** Text of `/v1/apps/{name}.json`. */
export async function findAppDocument(db: Queries, name: string): Promise<string | undefined> {
  const [row] = await db.select({ document: apps.document }).from(apps).where(eq(apps.name, name))
  return row?.document ?? undefined
}

/** Names of apps whose derived columns another program made. */
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

/** Users by name, organisations as `@name`. */
export async function ownersOf(db: Queries, app: string): Promise<string[]> {
  const users = await db.select({ name: appOwners.user }).from(appOwners).where(eq(appOwners.app, app))
  const { organisation } = appOrganisations
  const organisations = await db
    .select({ name: organisation })
    .from(appOrganisations)
    .where(eq(appOrganisations.app, app))
  return [...users.map(({ name }) => name), ...organisations.map(({ name }) => `@${name}`)]
}

/** The versions that an owner gave names. */
export async function tagsOf(db: Queries, app: string): Promise<Record<string, string>> {
  const rows = await db.select().from(distTags).where(eq(distTags.app, app))
  return Object.fromEntries(rows.map(({ tag, version }) => [tag, version]))
}

export const countListedApps = (db: Queries): Promise<number> => db.$count(apps, isNull(apps.removedAt))

export async function hasApps(db: Queries): Promise<boolean> {
  return (await db.select({ name: apps.name }).from(apps).limit(1)).length > 0
}

/** First four hexadecimal digits of the sha256 of a name. */
const shardOf = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 4)

/** Locks the row of an app until the transaction ends; false when there is no such app. */
export async function lockApp(tx: Queries, name: string): Promise<boolean> {
  return (await tx.select({ name: apps.name }).from(apps).where(eq(apps.name, name)).for('update')).length > 0
}

/** Makes the app if there is none and locks its row until the transaction ends; true when it is new. */
export async function lockOrMakeApp(tx: Queries, name: string, now: Date): Promise<boolean> {
  const made = await tx
    .insert(apps)
    .values({ name, createdAt: now, shard: shardOf(name) })
    .onConflictDoNothing()
    .returning({ name: apps.name })
  await lockApp(tx, name)
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

/** What `refreshApp` makes of an app's versions. */
export type DerivedColumns = Pick<AppRow, 'latest' | 'document' | 'derivedFormat'>

export async function setDerived(tx: Queries, app: string, derived: DerivedColumns): Promise<void> {
  await tx.update(apps).set(derived).where(eq(apps.name, app))
}

/** Tells every server on this database that an app changed, once the transaction is committed. */
export async function notifyChange(tx: Queries, app: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${changeChannel}, ${app})`)
}
