import { and, eq, gte, sql } from 'drizzle-orm'
import { installCounts } from '../count-tables.ts'
import { changeChannel, type Queries } from '../database.ts'
import { apps } from '../schema.ts'

/** Adds installs to the days of apps, and has every server render their pages again; apps that are not here are left out. */
export async function addInstalls(
  db: Queries,
  counted: readonly { app: string; day: string; installs: number }[],
): Promise<void> {
  // In the order of the key, so that two servers do not wait for each other.
  await db.execute(sql`with added as (
      insert into ${installCounts} (app, day, installs)
      select counted.app, counted.day, counted.installs
      from jsonb_to_recordset(${JSON.stringify(counted)}::text::jsonb) as counted(app text, day date, installs bigint)
      join ${apps} on ${apps.name} = counted.app
      order by counted.app collate "C", counted.day
      on conflict (app, day) do update set installs = ${installCounts}.installs + excluded.installs
      returning app
    )
    select pg_notify(${changeChannel}, app) from (select distinct app from added) as changed`)
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
