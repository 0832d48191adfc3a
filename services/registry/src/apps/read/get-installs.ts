import type { InstallCounts } from '@cli-apps/core'
import type { Queries } from '../../db/database.ts'
import { installDays } from '../../db/queries/install-rows.ts'

/** Days that are returned, with today. */
const days = 30
const dayMs = 24 * 60 * 60_000

/** Returns the reported installs of an app on each of the last 30 days, oldest first; days without any count 0. */
export async function getInstalls(db: Queries, name: string, now: Date): Promise<InstallCounts> {
  const all = Array.from({ length: days }, (_, at) => utcDay(now.getTime() - (days - 1 - at) * dayMs))
  const found = new Map(
    (await installDays(db, name, all[0] ?? '')).map(({ day, installs }) => [day, installs]),
  )
  const counted = all.map((day) => ({ day, installs: found.get(day) ?? 0 }))
  return { name, total: counted.reduce((sum, { installs }) => sum + installs, 0), days: counted }
}

/** The day of UTC. */
export const utcDay = (time: number): string => new Date(time).toISOString().slice(0, 10)
