import { createHash } from 'node:crypto'
import { asc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { changeChannel, type Queries } from '../../database.ts'
import { apps } from '../../schema.ts'

export type AppRow = typeof apps.$inferSelect

export async function findAppRow(db: Queries, name: string): Promise<AppRow | undefined> {
  return (await db.select().from(apps).where(eq(apps.name, name)))[0]
}

export async function hasApp(db: Queries, name: string): Promise<boolean> {
  return (await db.select({ name: apps.name }).from(apps).where(eq(apps.name, name))).length > 0
}

/** Returns the next apps after a name, in the order of names. */
export const appsAfter = (db: Queries, name: string, limit: number): Promise<AppRow[]> =>
  db.select().from(apps).where(gt(apps.name, name)).orderBy(asc(apps.name)).limit(limit)

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
