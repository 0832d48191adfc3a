import { and, eq, gte, sql } from 'drizzle-orm'
import { installCounts } from '../count-tables.ts'
import type { Queries } from '../database.ts'
import { apps } from '../schema.ts'

/**
 * Adds installs to the days of apps; apps that are not here are left out. Sends no notification: anybody may report, and a
 * change supersedes the documents about all apps.
 */
export async function addInstalls(
  db: Queries,
  counted: readonly { app: string; day: string; installs: number }[],
): Promise<void> {
  // In the order of the key, so that two servers do not wait for each other.
  await db.execute(sql`insert into ${installCounts} (app, day, installs)
    select counted.app, counted.day, counted.installs
    from jsonb_to_recordset(${JSON.stringify(counted)}::text::jsonb) as counted(app text, day date, installs bigint)
    join ${apps} on ${apps.name} = counted.app
    order by counted.app collate "C", counted.day
    on conflict (app, day) do update set installs = ${installCounts}.installs + excluded.installs`)
}

/** Returns the days of an app that have installs, since a day, oldest first. */
export function installDays(
  db: Queries,
  app: string,
  since: string,
): Promise<{ day: string; installs: number }[]> {
  const { day, installs } = installCounts
  return db
    .select({ day, installs })
    .from(installCounts)
    .where(and(eq(installCounts.app, app), gte(day, since)))
    .orderBy(day)
}
