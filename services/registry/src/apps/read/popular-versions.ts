import type { Queries } from '../../db/database.ts'
import { countListedApps } from '../../db/queries/app-rows.ts'
import { latestVersionsOf, popularVersions, type VersionReference } from '../../db/queries/popular-rows.ts'
import { mapInTurns } from '../../work/turns.ts'
import { publishedVersion, type StoredVersion } from '../published-version.ts'

export interface PopularVersions {
  versions: readonly VersionReference[]
  /** How many apps there are in all. */
  total: number
}

/** The latest versions of the apps that are fetched most, by name; at most `limit`. */
export async function getPopularVersions(db: Queries, limit: number): Promise<PopularVersions> {
  return { versions: await popularVersions(db, limit), total: await countListedApps(db) }
}

/** The latest versions of these apps, by name. */
export const getVersionsOf = async (db: Queries, names: readonly string[]): Promise<StoredVersion[]> =>
  mapInTurns(await latestVersionsOf(db, names), publishedVersion)
