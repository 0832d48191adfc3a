import type { Queries } from '../db/database.ts'

/** Counts by key, kept in memory and written to the database periodically. */
interface Tally {
  count(key: string): void
  /** Adds the counts to the database. Counts that cannot be written now are written the next time. */
  write(db: Queries): Promise<void>
}

/** Most keys at a time: what is counted may be named by anybody. */
const mostKeys = 50_000

export function createTally(
  store: (db: Queries, counts: ReadonlyMap<string, number>) => Promise<void>,
): Tally {
  let counts = new Map<string, number>()
  const add = (key: string, count: number): void => {
    if (counts.size < mostKeys || counts.has(key)) counts.set(key, (counts.get(key) ?? 0) + count)
  }
  return {
    count: (key) => add(key, 1),
    write: async (db) => {
      const written = counts
      if (written.size === 0) return
      counts = new Map()
      try {
        await store(db, written)
      } catch (error) {
        for (const [key, count] of written) add(key, count)
        throw error
      }
    },
  }
}
