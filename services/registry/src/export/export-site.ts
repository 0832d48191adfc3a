import type { Queries } from '../db/database.ts'
import { documentSets, type RegistrySnapshot, type SiteFile } from './document-sets.ts'
import { type SiteReport, writeSite } from './write-site.ts'

/** Writes the documents of one moment of the registry into a folder, byte for byte as the server answers them. */
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
