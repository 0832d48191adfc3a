import path from 'node:path'
import { indexEntry } from '../../../documents/index-entry.ts'
import type { FoundApp } from '../../../documents/search-answers.ts'
import type { AppManifest } from '../../../manifest/manifest.ts'
import { fittingPlaybooks } from '../../../search/fitting-playbooks.ts'
import { createRecipeFinder } from '../../../search/fitting-recipes.ts'
import { completeQuery } from '../../../search/query/complete-query.ts'
import { readQuery } from '../../../search/query/read-query.ts'
import { rankCandidates, rarityIn } from '../../../search/rank-apps.ts'
import { openRecipeIndex } from '../../../search/recipe-index.ts'
import { readText } from '../../files.ts'
import { readCatalogRecipeTerms } from '../catalog/catalog-index.ts'
import { openBuiltIndex } from './built-index.ts'
import { catalogPlaybooks } from './catalog-playbooks.ts'
import { foundApp, type SearchRequest } from './find-among.ts'
import type { Found } from './found.ts'

/** Searches a catalog folder. A built one is read by the lines of its term index that the query needs. */
export async function searchCatalog(folder: string, { query, limit }: SearchRequest): Promise<Found> {
  const index = await openBuiltIndex(folder)
  if (index === undefined) {
    const { searchManifests } = await import('./searchable-catalog.ts')
    return searchManifests(folder, { query, limit })
  }
  const read = completeQuery(readQuery(query), index.vocabulary)
  const rarity = rarityIn(index.vocabulary)
  const ranked = rankCandidates(read, index.candidates(read), rarity).slice(0, limit)
  const recipeTerms = await readCatalogRecipeTerms(folder)
  const find = createRecipeFinder(
    read,
    rarity,
    recipeTerms === undefined ? undefined : openRecipeIndex(recipeTerms),
  )
  const apps = await Promise.all(
    ranked.map(async ({ entry }) => {
      // The build wrote this file from a manifest that it had parsed and judged.
      const text = await readText(path.join(folder, `${entry.name}.json`))
      const manifest = JSON.parse(text ?? '') as AppManifest
      return foundApp(indexEntry({ manifest, digest: entry.digest as FoundApp['digest'] }), manifest, find)
    }),
  )
  return { apps, playbooks: fittingPlaybooks(read, rarity, await catalogPlaybooks(folder)) }
}
