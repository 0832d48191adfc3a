import type { Queries } from '../../db/database.ts'
import { listApps, listTried } from '../../db/queries/apps/listed-apps.ts'
import { listEntryOf } from '../list-entry.ts'
import { type AppWithMethods, withMethods } from './list-apps.ts'

interface HomeApps {
  /** The newest versions, or apps whose recipes were run. */
  kind: 'newest' | 'tried'
  apps: AppWithMethods[]
}

/** Returns the apps of the start page: the newest versions, or those that were tried where nothing is known to be new. */
export async function homeApps(db: Queries, limit: number): Promise<HomeApps> {
  const rows = await listApps(db, { facets: [], sort: 'updated', limit: limit + 1 })
  const newest = newerOf(rows, limit)
  const tried = newest === undefined ? await listTried(db, limit) : []
  // So few that all are shown, unless the ones that were tried say more.
  const shown = newest ?? (tried.length === 0 && rows.length <= limit ? rows : undefined)
  const apps = await withMethods(db, (shown ?? tried).map(listEntryOf))
  return { kind: shown === undefined ? 'tried' : 'newest', apps }
}

/** The versions that are known to be newer: those of one seed have the same time. Undefined if they say nothing. */
function newerOf<Row extends { published_at: Date }>(
  rows: readonly Row[],
  limit: number,
): readonly Row[] | undefined {
  const times = rows.map((row) => row.published_at.getTime())
  if (rows.length <= limit) return times[0] === times.at(-1) ? undefined : rows
  const newer = rows.filter((_, at) => times[at] !== times.at(-1))
  return newer.length < fewest ? undefined : newer
}

/** Fewer say nothing about what changes here. */
const fewest = 3

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
