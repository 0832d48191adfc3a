import { inArray, sql } from 'drizzle-orm'
import type { Queries } from '../../database.ts'
import { appNames } from '../../schema.ts'

/** Any number; the lock of migrations uses another. */
const newNamesLock = 48702

/** Lets one transaction at a time check and claim a new name, because similar names are in other rows. */
export async function lockNewNames(tx: Queries): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${newNamesLock})`)
}

/**
 * Claims names for an app; returns those that another app has. Sorted, so that concurrent publishes do not
 * deadlock.
 */
export async function claimNames(
  tx: Queries,
  app: string,
  { keys, marksOf }: { keys: readonly string[]; marksOf: (key: string) => number[] },
): Promise<{ key: string; app: string }[]> {
  const sorted = [...new Set(keys)].sort()
  const taken = await tx
    .insert(appNames)
    .values(sorted.map((key) => ({ key, app, marks: marksOf(key) })))
    .onConflictDoNothing()
    .returning({ key: appNames.key })
  if (taken.length === sorted.length) return []
  const held = await tx.select().from(appNames).where(inArray(appNames.key, sorted))
  return held.filter((row) => row.app !== app)
}
