import type { Queries } from '../db/database.ts'
import { assets, staticScript } from '../web/assets.ts'
import { browserSearch } from './browser-search.ts'
import { documentSets, type RegistrySnapshot } from './document-sets.ts'
import { discoveryFiles } from './pages/discovery-files.ts'
import { sitePages } from './pages/site-pages.ts'
import { searchFiles } from './search/search-files.ts'
import type { SiteFile } from './site-file.ts'
import { type SiteReport, writeSite } from './write-site.ts'

interface ExportOptions extends Omit<RegistrySnapshot, 'db'> {
  folder: string
  /** Where the site will be, for the commands that its pages show; without it, no pages are written. */
  publicUrl?: string | undefined
  /** Where people reach the operator. */
  contact?: string | undefined
}

/**
 * Writes a consistent state of the registry to a folder: the documents with the same bytes that the server responds with, and
 * pages with a search that runs in the browser.
 */
export async function exportSite(db: Queries, { folder, ...options }: ExportOptions): Promise<SiteReport> {
  return db.transaction((tx) => writeSite(folder, siteFiles({ db: tx, ...options })), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
}

async function* siteFiles({
  publicUrl,
  contact,
  ...snapshot
}: RegistrySnapshot & Pick<ExportOptions, 'publicUrl' | 'contact'>): AsyncGenerator<SiteFile> {
  for (const documents of documentSets) yield* documents(snapshot)
  if (publicUrl === undefined) return
  const { db, now, signer } = snapshot
  yield* sitePages({ reads: () => db, now: () => now, publicUrl, contact, signer })
  yield* discoveryFiles(db, publicUrl.replace(/\/$/, ''))
  yield* searchFiles(db)
  for (const { path, text } of [assets.style, assets.icon, staticScript]) yield { path, content: text }
  yield { path: 'search/search.js', content: await browserSearch() }
}
