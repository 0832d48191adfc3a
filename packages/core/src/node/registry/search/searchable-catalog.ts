import { indexEntry } from '../../../documents/index-entry.ts'
import type { FoundApp } from '../../../documents/search-answers.ts'
import type { AppManifest } from '../../../manifest/manifest.ts'
import { fittingPlaybooks } from '../../../search/fitting-playbooks.ts'
import { openRanking } from '../../../search/rank-apps.ts'
import { readCatalog, readCatalogEntries } from '../catalog/catalog-entries.ts'
import { openBuiltIndex } from './built-index.ts'
import { catalogPlaybooks } from './catalog-playbooks.ts'
import { findAmong, type SearchRequest } from './find-among.ts'
import type { Found } from './found.ts'
import { fieldsOfManifest, type Searchable } from './searchable.ts'

/** Searches the manifests and playbooks of a folder that no build wrote. */
export async function searchManifests(folder: string, request: SearchRequest): Promise<Found> {
  const entries = await readCatalog(folder)
  const manifests = new Map(entries.map((entry) => [entry.manifest.name, entry.manifest]))
  const manifestOf = async ({ name }: FoundApp): Promise<AppManifest | undefined> => manifests.get(name)
  const searchable = searchableEntries(entries)
  const { query, rarity } = openRanking(request.query, searchable.apps, searchable.fields)
  return {
    apps: await findAmong(searchable, { ...request, manifestOf }),
    playbooks: fittingPlaybooks(query, rarity, await catalogPlaybooks(folder)),
  }
}

/** All apps of a catalog folder with their terms. */
export async function searchableCatalog(folder: string): Promise<Searchable> {
  const index = await openBuiltIndex(folder)
  if (index !== undefined) return { apps: await readCatalogEntries(folder), fields: index.fields() }
  return searchableEntries(await readCatalog(folder))
}

const searchableEntries = (entries: Awaited<ReturnType<typeof readCatalog>>): Searchable => ({
  apps: entries.map(indexEntry),
  fields: Object.fromEntries(entries.map(({ manifest }) => [manifest.name, fieldsOfManifest(manifest)])),
})
