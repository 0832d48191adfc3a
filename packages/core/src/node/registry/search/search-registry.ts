import { builtInCatalog } from '../../../built-in-catalog.ts'
import { resourceFolder } from '../../resources.ts'
import type { OpenRegistryOptions } from '../registry.ts'
import type { SearchRequest } from './find-among.ts'
import type { Found } from './found.ts'

/**
 * Searches the registry at a location. The catalog that ships with the program needs nothing of what opens a registry, which
 * takes longer to load than the search.
 */
export async function searchRegistry(
  location: string,
  { query, limit }: SearchRequest,
  options: OpenRegistryOptions,
): Promise<Found> {
  if (location === builtInCatalog) {
    const { searchCatalog } = await import('./search-catalog.ts')
    return searchCatalog(resourceFolder('catalog'), { query, limit })
  }
  const { openRegistry } = await import('../open-registry.ts')
  return (await openRegistry(location, options)).search(query, limit)
}
