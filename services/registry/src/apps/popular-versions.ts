import type { PublishedVersion } from '@cli-apps/core'
import type { Queries } from '../db/database.ts'
import { countListed, latestVersionsOf, popularVersions, type VersionReference } from '../db/popular-rows.ts'
import { publishedVersion } from './published-version.ts'

export interface PopularVersions {
  versions: readonly VersionReference[]
  /** How many apps there are in all. */
  total: number
}

/** The latest versions of the apps that are fetched most, by name; at most `limit`. */
export async function getPopularVersions(db: Queries, limit: number): Promise<PopularVersions> {
  return { versions: await popularVersions(db, limit), total: await countListed(db) }
}

/** The latest versions of these apps, by name. */
export const getVersionsOf = async (db: Queries, names: readonly string[]): Promise<PublishedVersion[]> =>
  (await latestVersionsOf(db, names)).map(publishedVersion)
