import type { AppPage } from '@cli-apps/core'
import type { Queries } from '../../db/database.ts'
import { listApps, listTried } from '../../db/queries/apps/listed-apps.ts'
import { listEntryOf } from '../list-entry.ts'

type ListEntry = AppPage['items'][number]

/** Returns the newest versions. Those of one seed have the same time, so that which of them are newer is not known. */
export async function newestVersions(db: Queries, limit: number): Promise<ListEntry[]> {
  const rows = await listApps(db, { facets: [], sort: 'updated', limit: limit + 1 })
  const times = rows.map((row) => row.published_at.getTime())
  if (rows.length <= limit) {
    // So few that all are shown, unless the ones that were tried say more.
    const isOneSeed = times[0] === times.at(-1) && (await listTried(db, 1)).length > 0
    return isOneSeed ? [] : rows.map(listEntryOf)
  }
  const newer = rows.filter((_, at) => times[at] !== times.at(-1))
  return newer.length < fewest ? [] : newer.map(listEntryOf)
}

/** Fewer say nothing about what changes here. */
const fewest = 3

/** Returns apps whose recipes were run, each of another category: the most downloaded, then the most tried ones. */
export const triedApps = async (db: Queries, limit: number): Promise<ListEntry[]> =>
  (await listTried(db, limit)).map(listEntryOf)

/** Returns the listed versions that were published last, with their times. */
export async function newestListed(
  db: Queries,
  limit: number,
): Promise<{ name: string; version: string; display_name: string; summary: string; published: Date }[]> {
  const rows = await listApps(db, { facets: [], sort: 'updated', limit })
  return rows.map(({ name, latest, display_name, summary, published_at }) => {
    return { name, version: latest, display_name, summary, published: published_at }
  })
}
