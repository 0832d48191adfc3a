import { Category, MethodKind, Platform, parseJson, RecipeResults } from '@cli-apps/core'
import type { Queries } from '../../db/database.ts'
import {
  type CatalogTotals,
  countFacets,
  countTotals,
  listedResults,
} from '../../db/queries/statistics-rows.ts'
import { mapInTurns } from '../../work/turns.ts'
import { type Filter, filterableEffects, filterFacets } from '../filter-facets.ts'
import { countApps } from './count-apps.ts'

/** A value of a filter with the number of apps that pass it. */
interface Share {
  name: string
  count: number
}

interface Statistics {
  apps: number
  totals: CatalogTotals
  categories: Share[]
  methods: Share[]
  platforms: (Share & { rootless: number })[]
  effects: Share[]
  /** Recipes by what became of them when they were run. */
  recipes: { passed: number; failed: number; notRun: number }
}

/** Counts the catalog. Reads every listed app, so callers keep the result for a while. */
export async function getStatistics(db: Queries): Promise<Statistics> {
  const facets = await countFacets(db)
  const countOf = (filter: Filter): number => facets.get(filterFacets(filter)[0] ?? '') ?? 0
  const shares = <Name extends string>(names: readonly Name[], filter: (name: Name) => Filter): Share[] =>
    names
      .map((name) => ({ name, count: countOf(filter(name)) }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count)
  return {
    apps: await countApps(db),
    totals: await countTotals(db),
    categories: shares(Category.options, (category) => ({ category })),
    methods: shares(MethodKind.options, (method) => ({ method })),
    platforms: Platform.options.map((platform) => ({
      name: platform,
      count: countOf({ platform }),
      rootless: facets.get(filterFacets({ platform, rootless: true })[1] ?? '') ?? 0,
    })),
    effects: shares(filterableEffects, (effect) => ({ effect })),
    recipes: await countRecipes(db),
  }
}

async function countRecipes(db: Queries): Promise<Statistics['recipes']> {
  const counts = { passed: 0, failed: 0, notRun: 0 }
  await mapInTurns(await listedResults(db), (text) => {
    const { data } = RecipeResults.safeParse(parseJson(text, 'results'))
    for (const { outcome } of Object.values(data?.recipes ?? {}))
      counts[outcome === 'not-run' ? 'notRun' : outcome]++
  })
  return counts
}
