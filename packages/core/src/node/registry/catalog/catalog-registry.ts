import { appDocument } from '../../../documents/documents.ts'
import type { AppName } from '../../../manifest/app-name.ts'
import type { Registry, TrustSettings } from '../registry.ts'
import { catalogOwners, readCatalogEntries, readCatalogEntry, readCatalogResults } from './catalog-entries.ts'

/**
 * The catalog that ships with the program. Its manifests are read as they are, without the documents that a registry makes of
 * them; what else it has is loaded when it is asked for.
 */
export function catalogRegistry(location: string, folder: string, options: TrustSettings): Registry {
  const others = async (): Promise<Registry> => {
    const [{ catalogSource }, { sourceRegistry }] = await Promise.all([
      import('./catalog-source.ts'),
      import('../source-registry.ts'),
    ])
    return sourceRegistry(location, catalogSource(folder), options)
  }
  /** Its document, manifest and results are asked for one after the other. */
  let last: { name: AppName; entry: ReturnType<typeof readCatalogEntry> } | undefined
  const entryOf = (name: AppName) => {
    if (last?.name !== name) last = { name, entry: readCatalogEntry(folder, name) }
    return last.entry
  }
  return {
    location,
    index: () => readCatalogEntries(folder),
    async app(name) {
      const entry = await entryOf(name)
      return entry && appDocument([entry], { owners: catalogOwners })
    },
    async manifest(name, version) {
      const entry = await entryOf(name)
      if (entry?.manifest.version !== version) {
        const { noSuchVersion } = await import('../prove-manifest.ts')
        throw noSuchVersion({ name, version, location })
      }
      return {
        manifest: entry.manifest,
        leftOut: [],
        digest: entry.digest,
        json: entry.json,
        signature: null,
      }
    },
    closure: async (...asked) => (await others()).closure(...asked),
    tree: async (...asked) => (await others()).tree(...asked),
    async recipeResults(name, version) {
      const entry = await entryOf(name)
      return entry?.manifest.version === version ? readCatalogResults(folder, entry) : undefined
    },
    searchable: async () => (await import('../search/searchable-catalog.ts')).searchableCatalog(folder),
    search: async (query, limit) =>
      (await import('../search/search-catalog.ts')).searchCatalog(folder, { query, limit }),
    // It ships with the program, which is what somebody trusts.
    requireFresh: async () => {},
    successorKeys: async () => [],
  }
}
