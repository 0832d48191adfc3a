import type { Queries } from '../db/database.ts'
import { addDownloads } from '../db/queries/app-rows.ts'

/** Downloads of apps, counted in memory and written to the database periodically. */
export interface DownloadCounts {
  count(app: string | null): void
  /** Adds the counts to the database. Counts that cannot be written now are written the next time. */
  write(db: Queries): Promise<void>
}

export function createDownloadCounts(): DownloadCounts {
  let counts = new Map<string, number>()
  const add = (app: string, count: number): void => void counts.set(app, (counts.get(app) ?? 0) + count)
  return {
    count: (app) => {
      if (app !== null) add(app, 1)
    },
    write: async (db) => {
      const written = counts
      if (written.size === 0) return
      counts = new Map()
      try {
        await addDownloads(db, written)
      } catch (error) {
        for (const [app, count] of written) add(app, count)
        throw error
      }
    },
  }
}
