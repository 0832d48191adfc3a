import * as z from 'zod'
import { WholeIndex } from '../../documents/api.ts'
import { readText } from '../files.ts'
import { resourceFolder } from '../resources.ts'
import { catalogIndexFile } from './catalog-index.ts'
import { parseDocument } from './parse-document.ts'

/** The day of the last change of the catalog in this package, which no age is asked of; `undefined` in a checkout. */
export async function builtInCatalogDate(): Promise<string | undefined> {
  const file = catalogIndexFile(resourceFolder('catalog'))
  const text = await readText(file)
  if (text === undefined) return undefined
  // Made here, so that programs which never ask need not load the schemas of a registry.
  const ShippedIndex = WholeIndex.extend({ date: z.iso.date().optional() })
  return parseDocument(text, ShippedIndex, file).date
}
