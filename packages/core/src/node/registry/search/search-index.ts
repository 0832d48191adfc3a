import type { IndexEntry } from '../../../documents/index-documents.ts'
import { resourceFolder } from '../../resources.ts'
import { openBuiltIndex } from './built-index.ts'
import type { Searchable } from './searchable.ts'

/**
 * The apps of an index, with the terms of those that the catalog in this package has in the same version: an entry alone
 * says less than a manifest.
 */
export async function searchableIndex(apps: readonly IndexEntry[]): Promise<Searchable> {
  const catalog = await openCatalogIndex()
  if (catalog === undefined) return { apps, fields: {} }
  const digests = new Map(catalog.apps.map(({ name, digest }) => [name, digest]))
  const same = apps.filter(({ name, digest }) => digests.get(name) === digest)
  if (same.length === 0) return { apps, fields: {} }
  const fields = catalog.fields()
  return {
    apps,
    fields: Object.fromEntries(same.flatMap(({ name }) => (fields[name] ? [[name, fields[name]]] : []))),
  }
}

/** `undefined` in a checkout, and where the library is used without a catalog. */
async function openCatalogIndex() {
  try {
    return await openBuiltIndex(resourceFolder('catalog'))
  } catch {
    return undefined
  }
}
