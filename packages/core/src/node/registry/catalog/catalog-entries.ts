import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { parseJson } from '../../../canonical-json.ts'
import type { Digest } from '../../../digest.ts'
import type { PublishedVersion } from '../../../documents/documents.ts'
import type { IndexEntry } from '../../../documents/index-documents.ts'
import { indexEntry } from '../../../documents/index-entry.ts'
import type { RecipeResults } from '../../../documents/recipe-results.ts'
import type { AppName } from '../../../manifest/app-name.ts'
import { isAppName } from '../../../manifest/app-name-form.ts'
import type { AppManifest } from '../../../manifest/manifest.ts'
import { manifestDigest } from '../../digest.ts'
import { readText } from '../../files.ts'
import { recipeResultsFile } from '../../publication/publication-paths.ts'
import { builtDigests, readCatalogIndex } from './catalog-index.ts'

/** A manifest of a catalog, treated as an unpublished version. */
export interface UnpublishedEntry extends PublishedVersion {
  json: unknown
}

/** Who owns the apps of a catalog. */
export const catalogOwners: readonly string[] = ['catalog']

/** Returns every app of a catalog folder in short form. */
export async function readCatalogEntries(folder: string): Promise<IndexEntry[]> {
  const index = await readCatalogIndex(folder, await appsIn(folder))
  return index ?? (await readCatalog(folder)).map(indexEntry)
}

/** Reads every manifest of a catalog folder. */
export async function readCatalog(folder: string): Promise<UnpublishedEntry[]> {
  const isBuilt = await builtDigests(folder)
  const files = (await appsIn(folder)).map((name) => manifestFile(folder, name))
  const entries = await Promise.all(files.map((file) => readManifestEntry(file, isBuilt)))
  return entries.filter((entry) => entry !== undefined)
}

const appsIn = async (folder: string): Promise<AppName[]> =>
  (await readdir(folder)).flatMap((file) => /^(.*)\.json$/.exec(file)?.[1] ?? []).filter(isAppName)

const manifestFile = (folder: string, name: AppName): string => path.join(folder, `${name}.json`)

/** Reads the manifest of one app of a catalog folder; `undefined` if it has none of that name. */
export const readCatalogEntry = async (
  folder: string,
  name: AppName,
): Promise<UnpublishedEntry | undefined> =>
  readManifestEntry(manifestFile(folder, name), await builtDigests(folder))

/** A manifest with a digest that `isBuilt` knows passed the schema when the catalog was built. */
export async function readManifestEntry(
  file: string,
  isBuilt: (digest: Digest) => boolean = () => false,
): Promise<UnpublishedEntry | undefined> {
  const json = await readPlainJson(file)
  if (json === undefined) return undefined
  const digest = manifestDigest(json)
  // Loaded lazily, because the schema of manifests takes as long to build as Node to start.
  const manifest = isBuilt(digest)
    ? (json as AppManifest)
    : (await import('../../../manifest/read-manifest.ts')).readManifest(json, file)
  return { manifest, json, digest, published_at: null, yanked: null, deprecated: null }
}

/** Reads what became of the recipes of an entry; `undefined` if they were not run in this version. */
export async function readCatalogResults(
  folder: string,
  { manifest: { name, version }, digest }: UnpublishedEntry,
): Promise<RecipeResults | undefined> {
  const json = await readPlainJson(recipeResultsFile(folder, name))
  if (json === undefined) return undefined
  const isBuilt = await builtDigests(folder)
  const results = isBuilt(digest)
    ? (json as RecipeResults)
    : (await import('../../../documents/recipe-results.ts')).RecipeResults.parse(json)
  return results.name === name && results.version === version ? results : undefined
}

/** Any JSON of a file; `undefined` if it does not exist. */
export async function readPlainJson(file: string): Promise<unknown> {
  const text = await readText(file)
  return text === undefined ? undefined : parseJson(text, file)
}
