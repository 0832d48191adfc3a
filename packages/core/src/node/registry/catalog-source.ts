import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { parseJson } from '../../canonical-json.ts'
import { type IndexEntry, registryPaths } from '../../documents/api.ts'
import {
  appDocument,
  categoriesDocument,
  indexDocument,
  indexEntry,
  type PublishedVersion,
  versionDocumentText,
} from '../../documents/documents.ts'
import type { AppName } from '../../manifest/app-name.ts'
import { isAppName } from '../../manifest/app-name-form.ts'
import { readManifest } from '../../manifest/manifest.ts'
import { manifestDigest } from '../digest.ts'
import { readText } from '../files.ts'
import { readCatalogIndex } from './catalog-index.ts'
import type { DocumentSource } from './document-source.ts'

/** A manifest of a catalog, treated as an unpublished version. */
interface CatalogEntry extends PublishedVersion {
  json: unknown
}

/**
 * Serves documents from a folder of manifests, one `<name>.json` per app, such as the catalog that ships with the
 * program. Lists come from the index next to it, if there is one.
 */
export function catalogSource(folder: string): DocumentSource {
  return {
    async read(documentPath, parse) {
      const text = await documentText(folder, documentPath)
      return text === undefined ? undefined : parse(text)
    },
  }
}

async function documentText(folder: string, documentPath: string): Promise<string | undefined> {
  if (documentPath === registryPaths.index()) return JSON.stringify(indexDocument(await readEntries(folder)))
  if (documentPath === registryPaths.categories())
    return JSON.stringify(categoriesDocument(await readEntries(folder)))
  const [, name = '', version] = /^v1\/apps\/([^/]+?)(?:\.json|\/([^/]+)\.json)$/.exec(documentPath) ?? []
  const entry = isAppName(name) ? await readEntry(folder, name) : undefined
  if (entry === undefined) return undefined
  if (version === undefined) return JSON.stringify(appDocument([entry], { owners: ['catalog'] }))
  return decodeURIComponent(version) === entry.manifest.version
    ? versionDocumentText(entry.json, entry)
    : undefined
}

async function readEntries(folder: string): Promise<IndexEntry[]> {
  const index = await readCatalogIndex(folder, await appsIn(folder))
  return index ?? (await readCatalog(folder)).map(indexEntry)
}

/** Reads every manifest of a catalog folder. */
export async function readCatalog(folder: string): Promise<CatalogEntry[]> {
  const entries = await Promise.all((await appsIn(folder)).map((name) => readEntry(folder, name)))
  return entries.filter((entry) => entry !== undefined)
}

const appsIn = async (folder: string): Promise<AppName[]> =>
  (await readdir(folder)).flatMap((file) => /^(.*)\.json$/.exec(file)?.[1] ?? []).filter(isAppName)

async function readEntry(folder: string, name: AppName): Promise<CatalogEntry | undefined> {
  const file = path.join(folder, `${name}.json`)
  const text = await readText(file)
  if (text === undefined) return undefined
  const json = parseJson(text, file)
  const manifest = readManifest(json, file)
  return { manifest, json, digest: manifestDigest(json), published_at: null, yanked: null, deprecated: null }
}
