import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { FoundApp } from '../../../documents/api.ts'
import { indexEntry } from '../../../documents/documents.ts'
import type { AppManifest } from '../../../manifest/manifest.ts'
import { createRecipeFinder } from '../../../search/fitting-recipes.ts'
import { completeQuery } from '../../../search/query/complete-query.ts'
import { readQuery } from '../../../search/query/read-query.ts'
import { rankCandidates, rarityIn } from '../../../search/rank-apps.ts'
import { openTermIndex, type TermIndex } from '../../../search/term-index.ts'
import { readText } from '../../files.ts'
import { readCatalogTerms } from '../catalog-index.ts'
import { readCatalog, readCatalogEntries } from '../catalog-source.ts'
import { findAmong, foundApp, type SearchRequest } from './find-among.ts'
import { fieldsOfManifest, type Searchable } from './searchable.ts'

/** Searches a catalog folder. A built one is read by the lines of its term index that the query needs. */
export async function searchCatalog(folder: string, { query, limit }: SearchRequest): Promise<FoundApp[]> {
  const index = await openBuiltIndex(folder)
  if (index === undefined) {
    const entries = await readCatalog(folder)
    const manifests = new Map(entries.map((entry) => [entry.manifest.name, entry.manifest]))
    const manifestOf = async ({ name }: FoundApp): Promise<AppManifest | undefined> => manifests.get(name)
    return findAmong(searchableEntries(entries), { query, limit, manifestOf })
  }
  const read = completeQuery(readQuery(query), index.vocabulary)
  const rarity = rarityIn(index.vocabulary)
  const ranked = rankCandidates(read, index.candidates(read), rarity).slice(0, limit)
  const find = createRecipeFinder(read, rarity)
  return Promise.all(
    ranked.map(async ({ entry }) => {
      // The build wrote this file from a manifest that it had parsed and judged.
      const text = await readText(path.join(folder, `${entry.name}.json`))
      const manifest = JSON.parse(text ?? '') as AppManifest
      return foundApp(indexEntry({ manifest, digest: entry.digest as FoundApp['digest'] }), manifest, find)
    }),
  )
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

/** The index that the build wrote; `undefined` in a checkout, or if the folder no longer has exactly its apps. */
export async function openBuiltIndex(folder: string): Promise<TermIndex | undefined> {
  const text = await readCatalogTerms(folder)
  if (text === undefined) return undefined
  const index = openTermIndex(text)
  const names = new Set(index.apps.map(({ name }) => `${name}.json`))
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json'))
  return files.length === names.size && files.every((file) => names.has(file)) ? index : undefined
}
