import type { Queries } from '../../db/database.ts'
import { countListedApps } from '../../db/queries/apps/listed-apps.ts'
import { latestVersionsOf, popularVersions, type VersionReference } from '../../db/queries/popular-rows.ts'
import { mapInTurns } from '../../work/turns.ts'
import { publishedVersion, type StoredVersion } from '../published-version.ts'

export interface PopularVersions {
  versions: readonly VersionReference[]
  /** Number of all apps. */
  total: number
}

/** Returns the latest versions of the most downloaded apps, by name; at most `limit`. */
export async function getPopularVersions(db: Queries, limit: number): Promise<PopularVersions> {
  return { versions: await popularVersions(db, limit), total: await countListedApps(db) }
}

/** Returns the latest versions of the named apps, by name. */
export const getVersionsOf = async (db: Queries, names: readonly string[]): Promise<StoredVersion[]> =>
  mapInTurns(await latestVersionsOf(db, names), publishedVersion)
