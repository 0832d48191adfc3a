import { and, asc, desc, eq, getTableColumns, inArray, isNotNull } from 'drizzle-orm'
import type { Queries } from '../database.ts'
import { apps, distTags, versions } from '../schema.ts'

type StoredRow = typeof versions.$inferSelect

/** A version without its closures and results of recipes, which are only served. */
export type VersionRow = Omit<StoredRow, 'closures' | 'recipeResults'>

const { closures: closuresColumn, recipeResults: resultsColumn, ...columns } = getTableColumns(versions)
export const versionColumns = columns

/** Returns all versions of an app, highest first. */
export const versionsOf = (db: Queries, app: string): Promise<VersionRow[]> => versionsOfApps(db, [app])

/** Returns all versions of these apps, highest first for each. */
export const versionsOfApps = (db: Queries, names: readonly string[]): Promise<VersionRow[]> =>
  db
    .select(versionColumns)
    .from(versions)
    .where(inArray(versions.app, [...names]))
    .orderBy(desc(versions.sortKey))

/** A version without its manifest, as far as choosing a version needs it. */
export interface VersionChoice {
  app: string
  version: string
  digest: string
  yanked: boolean
}

/** Returns the versions of these apps without their manifests. */
export async function versionChoices(db: Queries, names: readonly string[]): Promise<VersionChoice[]> {
  const { app, version, digest, yankedReason } = versions
  const rows = await db
    .select({ app, version, digest, yankedReason })
    .from(versions)
    .where(inArray(app, [...names]))
  return rows.map(({ yankedReason: reason, ...row }) => ({ ...row, yanked: reason !== null }))
}

/** Returns one version, and whether the operator withholds it. */
export async function findVersion(
  db: Queries,
  app: string,
  version: string,
): Promise<(VersionRow & { isWithheld: boolean }) | undefined> {
  const [row] = await db
    .select({ version: versionColumns, isWithheld: apps.isWithheld })
    .from(versions)
    .innerJoin(apps, eq(apps.name, versions.app))
    .where(and(eq(versions.app, app), eq(versions.version, version)))
  return row && { ...row.version, isWithheld: row.isWithheld }
}

/** Returns the tagged versions of an app, by tag. */
export async function tagsOf(db: Queries, app: string): Promise<Record<string, string>> {
  return Object.fromEntries((await tagRowsOf(db, [app])).map(({ tag, version }) => [tag, version]))
}

/** Returns the tags of many apps, one row per tag. */
export const tagRowsOf = (db: Queries, names: readonly string[]): Promise<(typeof distTags.$inferSelect)[]> =>
  db
    .select()
    .from(distTags)
    .where(inArray(distTags.app, [...names]))
    .orderBy(asc(distTags.tag))

/** Returns the closures of an app's versions as JSON by architecture; versions without any are omitted. */
export async function storedClosures(
  db: Queries,
  app: string,
  version?: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({ version: versions.version, closures: closuresColumn })
    .from(versions)
    .where(
      and(
        eq(versions.app, app),
        version === undefined ? undefined : eq(versions.version, version),
        isNotNull(closuresColumn),
      ),
    )
  return new Map(rows.map(({ version, closures }) => [version, closures ?? '{}']))
}

/** Returns the results of recipes of an app's versions as JSON; versions without any are omitted. */
export async function storedResults(
  db: Queries,
  app: string,
  version?: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({ version: versions.version, results: resultsColumn })
    .from(versions)
    .where(
      and(
        eq(versions.app, app),
        version === undefined ? undefined : eq(versions.version, version),
        isNotNull(resultsColumn),
      ),
    )
  return new Map(rows.map(({ version, results }) => [version, results ?? '{}']))
}

export async function setRecipeResults(
  tx: Queries,
  { app, version }: { app: string; version: string },
  recipeResults: string,
): Promise<void> {
  await tx
    .update(versions)
    .set({ recipeResults })
    .where(and(eq(versions.app, app), eq(versions.version, version)))
}

export async function setFacets(
  tx: Queries,
  { app, version }: { app: string; version: string },
  facets: readonly string[],
): Promise<void> {
  await tx
    .update(versions)
    .set({ facets: [...facets] })
    .where(and(eq(versions.app, app), eq(versions.version, version)))
}

export async function insertVersion(tx: Queries, row: StoredRow): Promise<void> {
  await tx.insert(versions).values(row)
}

/** What choosing a version needs to know of an app besides its versions. */
export interface AppChoice {
  name: string
  removed: { message: string; replacement: string | null } | null
  tags: Record<string, string>
}

/** Returns the apps with these names, including removed ones. */
export async function appChoices(db: Queries, names: readonly string[]): Promise<AppChoice[]> {
  const { name, removedAt, removedMessage, removedReplacement } = apps
  const rows = await db
    .select({ name, removedAt, removedMessage, removedReplacement })
    .from(apps)
    .where(inArray(name, [...names]))
  const tags = await tagRowsOf(db, names)
  return rows.map((row) => ({
    name: row.name,
    removed:
      row.removedAt === null
        ? null
        : { message: row.removedMessage ?? '', replacement: row.removedReplacement },
    tags: Object.fromEntries(
      tags.filter(({ app }) => app === row.name).map(({ tag, version }) => [tag, version]),
    ),
  }))
}
