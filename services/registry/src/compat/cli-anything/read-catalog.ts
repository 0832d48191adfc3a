import type { PublishedVersion } from '@cli-apps/core'
import type { AppSource } from '../app-source.ts'
import type { ForeignDocument } from '../foreign-document.ts'
import { type CatalogKind, catalogDocument, maxCatalogApps } from './catalogs.ts'

const batch = 20

/** One of the two catalogs from the registry. Manifests are read a part at a time, as command trees are large. */
export async function readCatalog(source: AppSource, kind: CatalogKind): Promise<ForeignDocument> {
  const { versions, total } = await source.popular(maxCatalogApps)
  const names = versions.map(({ app }) => app)
  const read: PublishedVersion[] = []
  for (let at = 0; at < names.length; at += batch)
    for (const { manifestText: _, ...version } of await source.versionsOf(names.slice(at, at + batch)))
      read.push(version)
  return catalogDocument(kind, read, total)
}
