import type { PublishedVersion } from '@cli-apps/core'
import type { AppSource } from '../app-source.ts'
import type { ForeignDocument } from '../foreign-document.ts'
import { type CatalogKind, catalogDocument, maxCatalogApps } from './catalogs.ts'

const batch = 100

/** One of the two catalogs from the registry. Command trees are large, so manifests are read a part at a time. */
export async function readCatalog(source: AppSource, kind: CatalogKind): Promise<ForeignDocument> {
  const { versions, total } = await source.popular(maxCatalogApps)
  const names = versions.map(({ app }) => app)
  const read: PublishedVersion[] = []
  for (let at = 0; at < names.length; at += batch)
    for (const version of await source.versionsOf(names.slice(at, at + batch)))
      read.push({ ...version, manifest: { ...version.manifest, commands: undefined } })
  return catalogDocument(kind, read, total)
}
