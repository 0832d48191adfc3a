import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { canonicalJson, parseJson } from '../../canonical-json.ts'
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
import { DebianArchitecture } from '../../manifest/debian/debian-method.ts'
import { readManifest } from '../../manifest/manifest.ts'
import { manifestDigest } from '../digest.ts'
import { readText } from '../files.ts'
import { closureFile } from '../publication/publication-file.ts'
import { readCatalogIndex } from './catalog-index.ts'
import type { DocumentSource } from './document-source.ts'
import { requireDigest } from './require-digest.ts'

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
    async read(documentPath, parse, { digest } = {}) {
      const text = await documentText(folder, documentPath)
      if (text === undefined) return undefined
      requireDigest(text, digest, documentPath)
      return parse(text)
    },
  }
}

async function documentText(folder: string, documentPath: string): Promise<string | undefined> {
  if (documentPath === registryPaths.index()) return JSON.stringify(indexDocument(await readEntries(folder)))
  if (documentPath === registryPaths.categories())
    return JSON.stringify(categoriesDocument(await readEntries(folder)))
  const [, name = '', version, architecture] = appPath.exec(documentPath) ?? []
  const entry = isAppName(name) ? await readEntry(folder, name) : undefined
  if (entry === undefined) return undefined
  if (version === undefined) return JSON.stringify(appDocument([entry], { owners: ['catalog'] }))
  if (decodeURIComponent(version) !== entry.manifest.version) return undefined
  return architecture === undefined
    ? versionDocumentText(entry.json, entry)
    : closureText(folder, entry.manifest.name, architecture)
}

/** Of an app, one of its versions, or a closure of that version. */
const appPath = /^v1\/apps\/([^/]+?)(?:\/([^/]+?)(?:\/closures\/([^/]+))?)?\.json$/

async function closureText(folder: string, name: AppName, architecture: string): Promise<string | undefined> {
  const { data } = DebianArchitecture.safeParse(architecture)
  if (data === undefined) return undefined
  const file = closureFile(folder, name, data)
  const text = await readText(file)
  // The file has lines for people to review; its digest is that of the RFC 8785 form.
  return text === undefined ? undefined : canonicalJson(parseJson(text, file))
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
