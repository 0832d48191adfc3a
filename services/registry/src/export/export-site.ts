import type { Queries } from '../db/database.ts'
import { documentSets, type RegistrySnapshot, type SiteFile } from './document-sets.ts'
import { type SiteReport, writeSite } from './write-site.ts'

/**
 * Writes the documents of a consistent state of the registry to a folder, with the same bytes that the server responds
 * with.
 */
export async function exportSite(
  db: Queries,
  { folder, ...snapshot }: { folder: string } & Omit<RegistrySnapshot, 'db'>,
): Promise<SiteReport> {
  return db.transaction((tx) => writeSite(folder, siteFiles({ db: tx, ...snapshot })), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
}

async function* siteFiles(snapshot: RegistrySnapshot): AsyncGenerator<SiteFile> {
  for (const documents of documentSets) yield* documents(snapshot)
}
