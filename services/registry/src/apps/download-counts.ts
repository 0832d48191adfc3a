import type { Queries } from '../db/database.ts'
import { addDownloads } from '../db/queries/apps/app-rows.ts'
import { createTally } from './tally.ts'

/** Downloads of documents, by app. */
export interface DownloadCounts {
  /** Nothing is counted for a document of no app. */
  count(app: string | null): void
  write(db: Queries): Promise<void>
}

export function createDownloadCounts(): DownloadCounts {
  const tally = createTally(addDownloads)
  return {
    count: (app) => {
      if (app !== null) tally.count(app)
    },
    write: tally.write,
  }
}
