import { builtInCatalog } from '../../../built-in-catalog.ts'
import type { FoundApp } from '../../../documents/api.ts'
import { resourceFolder } from '../../resources.ts'
import type { OpenRegistryOptions } from '../open-registry.ts'
import type { SearchRequest } from './find-among.ts'

/**
 * Searches the registry at a location: apps with the recipes that fit, best first. The catalog that ships with the program
 * needs nothing of what opens a registry, which takes longer to load than the search.
 */
export async function searchRegistry(
  location: string,
  { query, limit }: SearchRequest,
  options: OpenRegistryOptions,
): Promise<FoundApp[]> {
  if (location === builtInCatalog) {
    const { searchCatalog } = await import('./search-catalog.ts')
    return searchCatalog(resourceFolder('catalog'), { query, limit })
  }
  const { openRegistry } = await import('../open-registry.ts')
  return (await openRegistry(location, options)).search(query, limit)
}
