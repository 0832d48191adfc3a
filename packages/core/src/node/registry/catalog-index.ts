import { type IndexEntry, WholeIndex } from '../../documents/api.ts'
import type { AppName } from '../../manifest/app-name.ts'
import { readText } from '../files.ts'
import { parseDocument } from './parse-document.ts'

/** Where the build leaves the index of a catalog folder: beside it, as all that is in the folder are manifests. */
export const catalogIndexFile = (folder: string): string => `${folder}-index.json`

/**
 * The apps of a catalog folder in short, without reading its manifests; `undefined` where the build left no index, as in
 * a checkout, or the folder has others than these `names` since.
 */
export async function readCatalogIndex(
  folder: string,
  names: readonly AppName[],
): Promise<IndexEntry[] | undefined> {
  const file = catalogIndexFile(folder)
  const text = await readText(file)
  if (text === undefined) return undefined
  const { apps } = parseDocument(text, WholeIndex, file)
  const indexed = new Set(apps.map(({ name }) => name))
  return indexed.size === names.length && names.every((name) => indexed.has(name)) ? apps : undefined
}
