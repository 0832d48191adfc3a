import { type RankedApp, rankApps } from '@cli-apps/core'
import type { Findable } from './findable.ts'
import { type UsageByApp, useWeight } from './open-usage.ts'

/** Above this score stand exact names, which nothing else may pass. */
const nameScore = 1000
const mostForUse = 0.1
/** Where both fit about as well, what is installed goes before what is not. */
const notInstalled = 0.85

/** Everything but commands that a query finds, best first; apps that are used often and lately rise by a tenth at most. */
export function rankFindables(
  query: string,
  entries: readonly Findable[],
  { usage, now }: { usage: UsageByApp; now: number },
): RankedApp<Findable>[] {
  return rankApps(query, entries)
    .map((ranked) => ({ ...ranked, score: weighed(ranked, usage, now) }))
    .sort((a, b) => b.score - a.score)
}

function weighed({ entry, score }: RankedApp<Findable>, usage: UsageByApp, now: number): number {
  if (score >= nameScore) return score
  const use = entry.kind === 'app' ? usage.get(entry.name) : undefined
  const factor =
    entry.kind === 'available_app'
      ? notInstalled
      : use === undefined
        ? 1
        : 1 + mostForUse * useWeight(use, now)
  return Math.min(score * factor, nameScore - 1)
}
