import { type IndexEntry, parseJson, RecipeResults, type SearchItem } from '@cli-apps/core'
import { LRUCache } from 'lru-cache'
import type { Queries } from '../../db/database.ts'
import { latestResults } from '../../db/queries/popular-rows.ts'
import { mapInTurns } from '../../work/turns.ts'

type RecipeRuns = NonNullable<SearchItem['recipe_runs']>

type KnownRuns = LRUCache<string, { runs: RecipeRuns | null }>

/** By database and digest of the manifest, for some minutes only, because results change without it. */
const knownIn = new WeakMap<Queries, KnownRuns>()

function knownRuns(db: Queries): KnownRuns {
  const known: KnownRuns = knownIn.get(db) ?? new LRUCache({ max: 5000, ttl: 10 * 60_000 })
  knownIn.set(db, known)
  return known
}

/** Returns how many recipes of the latest versions of apps were run and passed, by name. */
export async function recipeRunsOf(
  db: Queries,
  entries: readonly Pick<IndexEntry, 'name' | 'digest'>[],
): Promise<ReadonlyMap<string, RecipeRuns>> {
  const known = knownRuns(db)
  const missing = entries.filter(({ digest }) => !known.has(digest))
  const rows =
    missing.length === 0
      ? []
      : await latestResults(
          db,
          missing.map(({ name }) => name),
        )
  const read = new Map<string, RecipeRuns | null>()
  await mapInTurns(rows, ({ app, results }) => read.set(app, countRuns(parseJson(results, app))))
  for (const { name, digest } of missing) known.set(digest, { runs: read.get(name) ?? null })
  return new Map(
    entries.flatMap(({ name, digest }): [string, RecipeRuns][] => {
      const runs = known.get(digest)?.runs ?? read.get(name) ?? null
      return runs === null ? [] : [[name, runs]]
    }),
  )
}

/** Counts only what this program understands. */
export function countRuns(results: unknown): RecipeRuns | null {
  const { data } = RecipeResults.safeParse(results)
  const outcomes = Object.values(data?.recipes ?? {})
    .map(({ outcome }) => outcome)
    .filter((outcome) => outcome !== 'not-run')
  if (outcomes.length === 0) return null
  return { passed: outcomes.filter((outcome) => outcome === 'passed').length, run: outcomes.length }
}
