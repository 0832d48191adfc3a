import {
  compareRanked,
  createRecipeFinder,
  highlightRanges,
  type IndexEntry,
  methodHints,
  type RankedApp,
  rankCandidates,
  rarityIn,
  type SearchItem,
  type SearchPage,
} from '@cli-apps/core'
import * as z from 'zod'
import type { Queries } from '../../db/database.ts'
import { listNamed } from '../../db/queries/apps/listed-apps.ts'
import type { SearchCandidate, SearchIndex } from '../../db/queries/find-search-rows.ts'
import { searchPlaybooks } from '../../playbooks/search-playbooks.ts'
import { createTurns, mapInTurns } from '../../work/turns.ts'
import { type Filter, filterFacets } from '../filter-facets.ts'
import { listEntryOf } from '../list-entry.ts'
import type { ListPlace } from '../list-place.ts'
import { cursorText, parseCursor } from '../page-cursor.ts'
import { calledApps, calledPrograms } from './called-programs.ts'
import { candidateQueries } from './candidate-queries.ts'
import { entryPointsOf, knownCalls } from './known-calls.ts'
import { recipeRunsOf } from './recipe-runs.ts'
import {
  learnAbout,
  planSearch,
  queryTerms,
  questionKey,
  SearchKnowledge,
  type SearchPlan,
} from './search-plan.ts'

/**
 * Position after the last result of a page, valid only for the same query, with the knowledge of the first
 * page.
 */
const SearchPosition = (key: string) =>
  z.strictObject({
    key: z.literal(key),
    score: z.number(),
    popularity: z.int(),
    name: z.string().max(100),
    knowledge: SearchKnowledge,
  })

interface SearchQuestion extends Filter {
  q: string
  limit: number
  cursor?: string | undefined
  explain?: boolean
}

/** Where a search reads. */
interface SearchSource {
  reads: () => Queries
  searchIndex: () => Promise<SearchIndex>
}

/** Returns one page of the apps that match a query, best first, in the order of core's ranker, and the playbooks that fit. */
export const searchApps = async (source: SearchSource, question: SearchQuestion): Promise<SearchPage> =>
  (await searchWithPlace(source, question)).found

/** Like `searchApps`, with where the page is among the others. */
export async function searchWithPlace(
  { reads, searchIndex }: SearchSource,
  question: SearchQuestion,
): Promise<{ found: SearchPage; place: ListPlace }> {
  const [db, index] = [reads(), await searchIndex()]
  const { q, limit, cursor, explain = false } = question
  const facets = filterFacets(question)
  const key = questionKey(q, facets)
  const after = cursor === undefined ? undefined : parseCursor(cursor, SearchPosition(key))
  const turn = createTurns()
  const plan = planSearch(q, after?.knowledge ?? (await learnAbout(index, q)))
  await turn()
  const all = await rankedApps(index, plan, facets)
  const ranked = all.filter((app) => after === undefined || isAfter(app, after))
  const passed = all.length - ranked.length
  const knowledge = { key, knowledge: plan.knowledge }
  const shown = ranked.slice(0, limit)
  const last = shown.at(-1)
  await turn()
  // A filter is about apps, and a later page goes on from them.
  const isWhole = after === undefined && facets.length === 0
  const before = all[passed - limit - 1]
  return {
    found: {
      items: await itemsOf(db, { shown, plan, explain }),
      next_cursor: last !== undefined && ranked.length > limit ? cursorAfter(last, knowledge) : null,
      playbooks: isWhole ? await searchPlaybooks(db, plan) : [],
    },
    place: {
      passed,
      total: all.length,
      previous:
        passed === 0 ? undefined : before === undefined ? {} : { cursor: cursorAfter(before, knowledge) },
    },
  }
}

const mostSimilar = 5

/** Returns what a search for the name of an unknown app finds. */
export async function similarApps(source: SearchSource, name: string): Promise<SearchItem[]> {
  if (name.length > 100 || name.includes('\0')) return []
  return (await searchApps(source, { q: name, limit: mostSimilar })).items
}

async function rankedApps(
  index: SearchIndex,
  { query, vocabulary, knowledge }: SearchPlan,
  facets: readonly string[],
): Promise<RankedApp<SearchCandidate>[]> {
  const candidates = await index.findCandidates({
    queries: candidateQueries(query, vocabulary),
    names: [query.text, ...query.keys],
    terms: queryTerms(query),
    facets,
    until: knowledge.until,
  })
  return rankCandidates(
    query,
    candidates.map((entry) => ({ entry, fields: entry.fields, popularity: entry.popularity })),
    rarityIn(vocabulary),
  )
}

const isAfter = (
  { score, popularity, entry }: RankedApp<SearchCandidate>,
  after: { score: number; popularity: number; name: string },
): boolean => compareRanked({ score, popularity, entry }, { ...after, entry: after }) > 0

const cursorAfter = (
  { score, popularity, entry }: RankedApp<SearchCandidate>,
  { key, knowledge }: { key: string; knowledge: SearchKnowledge },
): string => cursorText({ key, score, popularity, name: entry.name, knowledge })

interface Shown {
  shown: readonly RankedApp<SearchCandidate>[]
  plan: SearchPlan
  explain: boolean
}

async function itemsOf(
  db: Queries,
  { shown, plan: { query, vocabulary }, explain }: Shown,
): Promise<SearchItem[]> {
  const names = shown.map(({ entry }) => entry.name)
  const findRecipes = createRecipeFinder(query, rarityIn(vocabulary))
  const listed = (await listNamed(db, names)).map(listEntryOf)
  const calls = await knownCalls(db, listed)
  const runs = await recipeRunsOf(db, listed)
  const entries = new Map<string, IndexEntry>(listed.map((entry) => [entry.name, entry]))
  const items = await mapInTurns(shown, ({ entry: { name }, score, matches }): SearchItem[] => {
    const entry = entries.get(name)
    if (entry === undefined) return []
    const highlights = {
      display_name: highlightRanges(query, entry.display_name),
      summary: highlightRanges(query, entry.summary),
    }
    const known = calls.get(name)
    const found = known && { recipes: findRecipes(known), install: methodHints(known.install) }
    const recipe_runs = runs.get(name)
    return [
      {
        ...entry,
        ...found,
        ...(recipe_runs && { recipe_runs }),
        highlights,
        ...(explain && { explanation: { score, matches: [...matches] } }),
      },
    ]
  })
  return withPrograms(db, items.flat(), calls)
}

/** Adds the programs that people type where an app has another name, also for the other apps of a pipe. */
async function withPrograms(
  db: Queries,
  items: readonly SearchItem[],
  calls: Awaited<ReturnType<typeof knownCalls>>,
): Promise<SearchItem[]> {
  const appsOf = ({ recipes = [] }: SearchItem) => calledApps(recipes.map(({ call }) => call))
  const entryPoints = await entryPointsOf(db, [...new Set(items.flatMap(appsOf))], calls)
  return items.map((item) => {
    const programs = calledPrograms(appsOf(item), entryPoints)
    return Object.keys(programs).length === 0 ? item : { ...item, called_programs: programs }
  })
}
