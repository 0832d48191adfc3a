import { slipsOf } from '@cli-apps/core'
import type { SearchableApp, SearchIndex } from '../../db/queries/find-search-rows.ts'
import { countedTerms } from '../../db/queries/search-rows.ts'

/** The search index of apps that are in memory. All of them are worth ranking; it agrees with `databaseIndex` on the rest. */
export function memoryIndex(apps: readonly SearchableApp[]): SearchIndex {
  const counts = new Map<string, number>()
  for (const app of apps) for (const term of countedTerms(app)) counts.set(term, (counts.get(term) ?? 0) + 1)
  const newest = apps.reduce((most, { serial }) => Math.max(most, serial), 0)
  let bySlip: ReadonlyMap<string, readonly string[]> | undefined
  const counted = (terms: Iterable<string>): [string, number][] =>
    [...terms].flatMap((term) => {
      const count = counts.get(term)
      return count === undefined ? [] : [[term, count]]
    })
  const commonest = (terms: Iterable<string>, limit: number): Map<string, number> =>
    new Map(
      counted(terms)
        .sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
        .slice(0, limit),
    )
  return {
    countTerms: async (terms) => new Map(counted(terms)),
    findCompletions: async (word, limit) =>
      commonest(
        [...counts.keys()].filter((term) => term.startsWith(word)),
        limit,
      ),
    findBySlips: async (slips) => {
      bySlip ??= wordsBySlip(counts.keys())
      return commonest(new Set(slips.flatMap((slip) => bySlip?.get(slip) ?? [])), mostNear)
    },
    newestSerial: async () => newest,
    findCandidates: async ({ facets, until }) =>
      apps.filter((app) => app.serial <= until && facets.every((facet) => app.facets.includes(facet))),
  }
}

const mostNear = 100

function wordsBySlip(words: Iterable<string>): Map<string, string[]> {
  const bySlip = new Map<string, string[]>()
  for (const word of words)
    for (const slip of slipsOf(word)) {
      const known = bySlip.get(slip)
      if (known === undefined) bySlip.set(slip, [word])
      else known.push(word)
    }
  return bySlip
}
