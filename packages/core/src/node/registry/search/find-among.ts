import { methodHints } from '../../../documents/availability.ts'
import type { FoundRecipe } from '../../../documents/found-app.ts'
import type { IndexEntry } from '../../../documents/index-documents.ts'
import type { FoundApp } from '../../../documents/search-answers.ts'
import type { AppManifest } from '../../../manifest/manifest.ts'
import { createRecipeFinder } from '../../../search/fitting-recipes.ts'
import { openRanking } from '../../../search/rank-apps.ts'
import type { Searchable } from './searchable.ts'

export interface SearchRequest {
  query: string
  limit: number
}

/** More manifests than this are not fetched for one search. */
const mostManifests = 8

type FindRecipes = (manifest: AppManifest) => FoundRecipe[]

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
  const find = createRecipeFinder(read, rarity)
  return Promise.all(
    ranked.slice(0, limit).map(async ({ entry }, at) => {
      // A manifest that cannot be had, or proved, costs its app the calls and not its place.
      const manifest = at < mostManifests ? await manifestOf(entry).catch(() => undefined) : undefined
      return manifest === undefined ? entry : foundApp(entry, manifest, find)
    }),
  )
}
