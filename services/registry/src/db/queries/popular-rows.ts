import { and, asc, desc, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Queries } from '../database.ts'
import { apps, versions } from '../schema.ts'
import { isListed } from './apps/listed-apps.ts'
import { type VersionRow, versionColumns } from './version-rows.ts'

/** Identifies a version and its content. */
export interface VersionReference {
  app: string
  version: string
  digest: string
}

/** Returns the latest versions of the most downloaded apps, ties by name; removed apps are omitted. */
export function popularVersions(db: Queries, limit: number): Promise<VersionReference[]> {
  const popular = db
    .select({ name: apps.name })
    .from(apps)
    .where(isNull(apps.removedAt))
    .orderBy(desc(apps.downloads), asc(apps.name))
    .limit(limit)
  const { app, version, digest } = versions
  return db
    .select({ app, version, digest })
    .from(apps)
    .innerJoin(versions, and(isListed, isNull(versions.yankedReason)))
    .where(inArray(apps.name, popular))
    .orderBy(asc(apps.name))
}

/** Returns the manifests of the latest versions of these apps, without their command trees, which are large. */
export function latestManifests(
  db: Queries,
  names: readonly string[],
): Promise<{ app: string; digest: string; manifest: string }[]> {
  const { app, digest, manifest } = versions
  return db
    .select({ app, digest, manifest })
    .from(apps)
    .innerJoin(versions, isListed)
    .where(inArray(apps.name, [...names]))
}

/** Returns the results of recipes of the latest versions of these apps as JSON; apps without any are omitted. */
export async function latestResults(
  db: Queries,
  names: readonly string[],
): Promise<{ app: string; digest: string; results: string }[]> {
  const { app, digest, recipeResults } = versions
  const rows = await db
    .select({ app, digest, results: recipeResults })
    .from(apps)
    .innerJoin(versions, and(isListed, isNotNull(recipeResults)))
    .where(inArray(apps.name, [...names]))
  return rows.flatMap(({ results, ...row }) => (results === null ? [] : [{ ...row, results }]))
}

/** Returns the latest versions of these apps, by name. */
export async function latestVersionsOf(db: Queries, names: readonly string[]): Promise<VersionRow[]> {
  const rows = await db
    .select({ version: versionColumns })
    .from(apps)
    .innerJoin(versions, isListed)
    .where(inArray(apps.name, [...names]))
    .orderBy(asc(apps.name))
  return rows.map(({ version }) => version)
}
