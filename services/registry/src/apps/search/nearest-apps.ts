import { nearestNames } from '@cli-apps/core'
import type { Queries } from '../../db/database.ts'
import { databaseIndex, findNamesLike } from '../../db/queries/find-search-rows.ts'
import { candidateQueries } from './candidate-queries.ts'
import { learnAbout, planSearch } from './search-plan.ts'

const longestName = 100

/** Returns names of apps that a mistyped name may have meant, nearest first. */
export async function nearestApps(db: Queries, requested: string): Promise<string[]> {
  // No app has so long a name, and comparing takes quadratic time.
  if (requested.length > longestName || requested.includes('\0')) return []
  const name = requested.toLowerCase()
  const index = databaseIndex(db)
  const { query, vocabulary, knowledge } = planSearch(name, await learnAbout(index, name))
  const found = await index.findCandidates({
    queries: candidateQueries(query, vocabulary),
    names: query.keys,
    terms: [],
    facets: [],
    until: knowledge.until,
  })
  // Split by code points, because the database refuses half of a surrogate pair.
  const letters = [...name]
  const like = await findNamesLike(db, {
    beginning: letters.slice(0, 3).join(''),
    names: letters.map((_, index) => letters.toSpliced(index, 1).join('')),
  })
  return nearestNames(requested, new Set([...found.map((app) => app.name), ...like]))
}
