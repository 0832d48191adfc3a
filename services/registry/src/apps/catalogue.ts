import type { IndexEntry } from '@cli-apps/core'
import { type ListedRow, listAllApps } from '../db/app-rows.ts'
import type { Queries } from '../db/database.ts'
import { entryOf } from './list-entry.ts'

/** An app in the index with the one field more that search reads. */
export interface CatalogueEntry extends IndexEntry {
  description: string
}

/** The latest version of every app, by name, kept in memory until `drop`. */
export interface Catalogue {
  entries(): Promise<readonly CatalogueEntry[]>
  drop(): void
}

export function createCatalogue(db: Queries): Catalogue {
  let loaded: Promise<readonly CatalogueEntry[]> | undefined
  const load = (): Promise<readonly CatalogueEntry[]> => {
    const loading = listAllApps(db).then((rows) => rows.map(catalogueEntry))
    loading.catch(() => {
      // A failed read must not stand for the catalogue.
      if (loaded === loading) loaded = undefined
    })
    return loading
  }
  return {
    entries: () => {
      loaded ??= load()
      return loaded
    },
    drop: () => {
      loaded = undefined
    },
  }
}

const catalogueEntry = (row: ListedRow): CatalogueEntry => ({ ...entryOf(row), description: row.description })
