import * as z from 'zod'
import { type IndexEntry, WholeIndex } from '../../api.ts'
import type { AppName } from '../../app-name.ts'
import { readText } from '../files.ts'
import { resourceFolder } from '../resources.ts'
import { parseDocument } from './parse-document.ts'

/** Where the build leaves the index of a catalog folder: beside it, as all that is in the folder are manifests. */
export const catalogIndexFile = (folder: string): string => `${folder}-index.json`

/** An index as the build leaves it, with the day of the last change of the catalog where that is known. */
const ShippedIndex = WholeIndex.extend({ date: z.iso.date().optional() })

/** The day of the last change of the catalog in this package, which no age is asked of; `undefined` in a checkout. */
export async function builtInCatalogDate(): Promise<string | undefined> {
  const file = catalogIndexFile(resourceFolder('catalog'))
  const text = await readText(file)
  return text === undefined ? undefined : parseDocument(text, ShippedIndex, file).date
}

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
