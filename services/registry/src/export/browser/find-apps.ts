import {
  createRecipeFinder,
  type FoundPlaybook,
  fittingPlaybooks,
  highlightRanges,
  type IndexedPlaybook,
  type Query,
  rankCandidates,
  rarityIn,
} from '@cli-apps/core'
import { type Filter, filterFacets } from '../../apps/filter-facets.ts'
import type { CardApp } from '../../web/parts/app-list.tsx'
import type { SearchedApp } from '../search/search-files.ts'
import type { SearchHead } from '../search/search-head.ts'
import { createTermShards, type ReadFile } from './term-shards.ts'

interface Question extends Filter {
  q?: string | undefined
  /** How many apps come before. */
  offset: number
  limit: number
}

interface FoundPage {
  apps: CardApp[]
  /** Tasks for several apps that the query says. */
  playbooks: FoundPlaybook[]
  /** The number of apps on all pages. */
  total: number
  /** The categories that have apps. */
  categories: string[]
}

/** Creates a search over the files of a static site, with the order of the server's. */
export function createFinder(read: ReadFile): (question: Question) => Promise<FoundPage> {
  const load = async () => {
    const [head, playbooks] = (await Promise.all(
      ['index', 'playbooks'].map(async (name) => JSON.parse(await read(`search/${name}.json`))),
    )) as [SearchHead, IndexedPlaybook[]]
    return { head, playbooks, terms: createTermShards(head, read) }
  }
  let opened: ReturnType<typeof load> | undefined
  const open = () => {
    opened ??= load()
    opened.catch(() => {
      opened = undefined
    })
    return opened
  }
  return async ({ q, offset, limit, ...filter }) => {
    const { head, terms, playbooks } = await open()
    const isWanted = filterOf(head, filter)
    const categories = categoriesIn(head)
    if (q === undefined || q.trim() === '') {
      const listed = head.apps.filter(isWanted)
      const shown = await Promise.all(
        listed.slice(offset, offset + limit).map(({ name }) => readApp(read, name)),
      )
      return {
        playbooks: [],
        apps: shown.map(({ entry, install, recipe_runs }) => ({ ...entry, install, recipe_runs })),
        total: listed.length,
        categories,
      }
    }
    const { query, vocabulary, candidates } = await terms.prepare(q)
    const rarity = rarityIn(vocabulary)
    const wanted = candidates.filter(({ entry }) => isWanted(entry))
    const ranked = rankCandidates(query, wanted, rarity)
    const findRecipes = createRecipeFinder(query, rarity)
    const shown = await Promise.all(
      ranked.slice(offset, offset + limit).map(({ entry }) => readApp(read, entry.name)),
    )
    // A filter is about apps, and a later page goes on from them.
    const isWhole = offset === 0 && filterFacets(filter).length === 0
    return {
      playbooks: isWhole ? fittingPlaybooks(query, rarity, playbooks) : [],
      apps: shown.map((app) => cardOf(app, query, findRecipes)),
      total: ranked.length,
      categories,
    }
  }
}

const categoriesIn = ({ facets }: SearchHead): string[] =>
  facets.flatMap((facet) => /^category:(.+)/.exec(facet)?.[1] ?? []).sort()

const readApp = async (read: ReadFile, name: string): Promise<SearchedApp> =>
  JSON.parse(await read(`search/apps/${encodeURIComponent(name)}.json`)) as SearchedApp

const cardOf = (
  { entry, recipes, called_programs, install, recipe_runs }: SearchedApp,
  query: Query,
  findRecipes: ReturnType<typeof createRecipeFinder>,
): CardApp => ({
  ...entry,
  install,
  called_programs,
  recipe_runs,
  recipes: findRecipes({ name: entry.name, recipes }),
  highlights: {
    display_name: highlightRanges(query, entry.display_name),
    summary: highlightRanges(query, entry.summary),
  },
})

function filterOf(head: SearchHead, filter: Filter): (app: SearchHead['apps'][number]) => boolean {
  const places = filterFacets(filter).map((facet) => head.facets.indexOf(facet))
  return ({ facets }) => places.every((place) => facets.includes(place))
}
