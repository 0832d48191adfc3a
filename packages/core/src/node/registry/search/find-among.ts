import type { FoundApp, IndexEntry } from '../../../documents/api.ts'
import { methodHints } from '../../../documents/availability.ts'
import type { FoundRecipe } from '../../../documents/found-app.ts'
import type { AppManifest } from '../../../manifest/manifest.ts'
import { createRecipeFinder } from '../../../search/fitting-recipes.ts'
import type { Query } from '../../../search/query/query.ts'
import { openRanking } from '../../../search/rank-apps.ts'
import type { Rarity } from '../../../search/score-app.ts'
import type { Searchable } from './searchable.ts'

export interface SearchRequest {
  query: string
  limit: number
}

/** Recipes of one app in a result. */
const mostRecipes = 2
/** More manifests than this are not fetched for one search. */
const mostManifests = 8

type FindRecipes = (manifest: AppManifest) => FoundRecipe[]

export function openRecipeFinder(query: Query, rarity: Rarity): FindRecipes {
  const find = createRecipeFinder(query, rarity)
  return (manifest) => find(manifest, mostRecipes)
}

export const foundApp = (entry: IndexEntry, manifest: AppManifest, find: FindRecipes): FoundApp => ({
  ...entry,
  recipes: find(manifest),
  install: methodHints(manifest.install),
})

interface AmongRequest extends SearchRequest {
  /** `undefined` for one that is not at hand. */
  manifestOf(entry: IndexEntry): Promise<AppManifest | undefined>
}

/** Ranks apps that are all at hand, and adds the recipes that fit to the first ones. */
export async function findAmong(
  { apps, fields }: Searchable,
  { query, limit, manifestOf }: AmongRequest,
): Promise<FoundApp[]> {
  const { ranked, query: read, rarity } = openRanking(query, apps, fields)
  const find = openRecipeFinder(read, rarity)
  return Promise.all(
    ranked.slice(0, limit).map(async ({ entry }, at) => {
      const manifest = at < mostManifests ? await manifestOf(entry).catch(() => undefined) : undefined
      return manifest === undefined ? entry : foundApp(entry, manifest, find)
    }),
  )
}
