import { openRanking, type RankedApp, type Ranking, type SearchFields } from '@cli-apps/core'
import type { Findable } from './findable.ts'
import { type UsageByApp, useWeight } from './open-usage.ts'

/** Exact names score above this, which nothing else may reach. */
const nameScore = 1000
const mostForUse = 0.1
/** An installed app does the task now; another one must fit clearly better to come before it. */
const notInstalled = 0.7

/** Ranks everything but commands, best first. Frequent and recent use raises an app's score by at most a tenth. */
export function rankFindables(
  query: string,
  entries: readonly Findable[],
  { usage, now }: { usage: UsageByApp; now: number },
): Ranking<Findable> {
  const ranking = openRanking(query, entries, knownFields(entries))
  const ranked = ranking.ranked
    .map((one) => ({ ...one, score: weighed(one, usage, now) }))
    .sort((a, b) => b.score - a.score)
  return { ...ranking, ranked }
}

/** An installed app may have the name of a skill: only apps that are not installed have terms of their own. */
function knownFields(entries: readonly Findable[]): Record<string, SearchFields> {
  const others = new Set(entries.flatMap(({ fields, name }) => (fields === undefined ? [name] : [])))
  return Object.fromEntries(
    entries.flatMap(({ name, fields }) => (fields === undefined || others.has(name) ? [] : [[name, fields]])),
  )
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
