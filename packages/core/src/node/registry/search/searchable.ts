import type { IndexEntry } from '../../../documents/index-documents.ts'
import type { AppManifest } from '../../../manifest/manifest.ts'
import { type SearchFields, searchFields } from '../../../search/search-fields.ts'

/** Apps that can be ranked. */
export interface Searchable {
  apps: readonly IndexEntry[]
  /** The terms of the apps that are known by more than their entry, by name. */
  fields: Readonly<Record<string, SearchFields>>
}

export const fieldsOfManifest = (manifest: AppManifest): SearchFields =>
  searchFields({ ...manifest, tags: manifest.tags ?? [], aliases: manifest.aliases ?? [] })
