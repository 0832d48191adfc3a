import { type IndexEntry, WholeIndex } from '../../documents/api.ts'
import type { AppName } from '../../manifest/app-name.ts'
import { readText } from '../files.ts'
import { parseDocument } from './parse-document.ts'

/** Where the build writes the index of a catalog folder: next to it, since the folder contains only manifests. */
export const catalogIndexFile = (folder: string): string => `${folder}-index.json`

/**
 * Reads the app list of a catalog folder without its manifests; `undefined` if the build wrote no index, as in a
 * checkout, or the folder no longer has exactly these `names`.
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
