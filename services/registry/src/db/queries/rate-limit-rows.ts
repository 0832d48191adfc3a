import { lt, sql } from 'drizzle-orm'
import { rateLimits } from '../count-tables.ts'
import type { Queries } from '../database.ts'

export interface RateCount {
  key: string
  count: number
}

/**
 * Adds to the counts of a window and returns their sums. Sorted by key, so that two servers do not deadlock.
 */
export async function addRateCounts(
  db: Queries,
  windowStart: Date,
  counts: readonly RateCount[],
): Promise<RateCount[]> {
  return db
    .insert(rateLimits)
    .values([...counts].sort((a, b) => (a.key < b.key ? -1 : 1)).map((row) => ({ ...row, windowStart })))
    .onConflictDoUpdate({
      target: [rateLimits.key, rateLimits.windowStart],
      set: { count: sql`${rateLimits.count} + excluded.count` },
    })
    .returning({ key: rateLimits.key, count: rateLimits.count })
}

export async function deleteRateCounts(db: Queries, before: Date): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.windowStart, before))
}
