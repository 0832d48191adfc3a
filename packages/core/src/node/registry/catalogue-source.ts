import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { registryPaths } from '../../api.ts'
import type { AppName } from '../../app-name.ts'
import { isAppName } from '../../app-name-form.ts'
import { parseJson } from '../../canonical-json.ts'
import {
  appDocument,
  categoriesDocument,
  indexDocument,
  indexEntry,
  type PublishedVersion,
  versionDocumentText,
} from '../../documents.ts'
import { readManifest } from '../../manifest.ts'
import { manifestDigest } from '../digest.ts'
import { readText } from '../files.ts'
import type { DocumentSource } from './document-source.ts'

interface CatalogueEntry extends PublishedVersion {
  json: unknown
}

/** Documents made from a folder of manifests, one `<name>.json` an app, such as the catalogue that ships with the program. */
export function catalogueSource(folder: string): DocumentSource {
  return {
    async read(documentPath, parse) {
      const text = await documentText(folder, documentPath)
      return text === undefined ? undefined : parse(text)
    },
  }
}

async function documentText(folder: string, documentPath: string): Promise<string | undefined> {
  if (documentPath === registryPaths.index())
    return JSON.stringify(indexDocument((await readAll(folder)).map(indexEntry)))
  if (documentPath === registryPaths.categories())
    return JSON.stringify(categoriesDocument((await readAll(folder)).map(indexEntry)))
  const [, name = '', version] = /^v1\/apps\/([^/]+?)(?:\.json|\/([^/]+)\.json)$/.exec(documentPath) ?? []
  const entry = isAppName(name) ? await readEntry(folder, name) : undefined
  if (entry === undefined) return undefined
  if (version === undefined) return JSON.stringify(appDocument([entry], { owners: ['catalog'] }))
  return decodeURIComponent(version) === entry.manifest.version
    ? versionDocumentText(entry.json, entry)
    : undefined
}

async function readAll(folder: string): Promise<CatalogueEntry[]> {
  const names = (await readdir(folder)).map((file) => file.replace(/\.json$/, '')).filter(isAppName)
  const entries = await Promise.all(names.map((name) => readEntry(folder, name)))
  return entries.filter((entry) => entry !== undefined)
}

async function readEntry(folder: string, name: AppName): Promise<CatalogueEntry | undefined> {
  const file = path.join(folder, `${name}.json`)
  const text = await readText(file)
  if (text === undefined) return undefined
  const json = parseJson(text, file)
  const manifest = readManifest(json, file)
  return { manifest, json, digest: manifestDigest(json), published_at: null, yanked: null, deprecated: null }
}
