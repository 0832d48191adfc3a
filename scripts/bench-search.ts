// How well search finds: nDCG@10 and MRR over the two relevance sets, through the registry's own HTTP search and through the
// installer's offline search over index entries. Of the held-out set only the means are ever printed.
//   npm run bench:search [-- --postgres URL --sizes 1000,100000 --each]
// A Postgres server must give the same order, and is timed with synthetic apps. --each names the weak queries of the tune set.
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { AppPage, type IndexEntry, rankApps } from '@cli-apps/core'
import { resourceFolder } from '@cli-apps/core/node'
import pino from 'pino'
import * as z from 'zod'
import { readCatalog } from '../packages/core/src/node/registry/catalog/catalog-entries.ts'
import { createApp } from '../services/registry/src/app.ts'
import { seedCatalog } from '../services/registry/src/apps/publish/seed-catalog.ts'
import type { Database } from '../services/registry/src/db/database.ts'
import { openEmbedded } from '../services/registry/src/db/embedded/open-embedded.ts'
import { openPostgres } from '../services/registry/src/db/postgres/open-postgres.ts'
import { createDeps } from '../services/registry/src/deps.ts'
import { createPostgresDatabase } from '../test/support/test-registry.ts'
import { printSentences } from './search-sentences.ts'
import { printSearchSpeed } from './search-speed.ts'

const RelevanceSet = z.object({
  queries: z.array(
    z.object({
      q: z.string(),
      lang: z.enum(['en', 'zh', 'mixed', 'ja']),
      relevant: z.record(z.string(), z.int().min(1).max(3)),
    }),
  ),
})
type RelevantQuery = z.infer<typeof RelevanceSet>['queries'][number]

type Search = (q: string) => Promise<string[]>

interface Figure {
  query: RelevantQuery
  found: string[]
  ndcg: number
  reciprocalRank: number
}

const depth = 10
const { values } = parseArgs({
  options: {
    postgres: { type: 'string', default: process.env.TEST_DATABASE_URL },
    sizes: { type: 'string', default: '1000,100000' },
    each: { type: 'boolean' },
  },
})

async function registrySearch(database: Database) {
  await database.migrate()
  const now = () => new Date()
  await seedCatalog(database.queries, { folder: resourceFolder('catalog'), now: now() })
  const app = createApp(await createDeps(database, { log: pino({ level: 'silent' }), now }))
  const page = async (path: string): Promise<AppPage> => AppPage.parse(await (await app.request(path)).json())
  return {
    search: async (q: string) =>
      (await page(`/v1/search?limit=${depth}&q=${encodeURIComponent(q)}`)).items.map(({ name }) => name),
    index: () => allOf(page),
    close: () => database.close(),
  }
}

async function allOf(page: (path: string) => Promise<AppPage>): Promise<IndexEntry[]> {
  const entries: IndexEntry[] = []
  let after = ''
  do {
    const { items, next_cursor } = await page(`/v1/apps?limit=100${after}`)
    entries.push(...items)
    after = next_cursor === null ? '' : `&cursor=${encodeURIComponent(next_cursor)}`
  } while (after !== '')
  return entries
}

function offlineSearch(entries: readonly IndexEntry[]): Search {
  return async (q) =>
    rankApps(q, entries)
      .slice(0, depth)
      .map(({ entry }) => entry.name)
}

async function printFigures(title: string, search: Search, each = false): Promise<void> {
  const table: Record<string, Record<string, number>> = {}
  for (const set of ['tune', 'held-out'] as const) {
    const figures = await Promise.all((await readSet(set)).map((query) => figureOf(query, search)))
    const row = (name: string, some: readonly Figure[]): void => {
      table[`${set} ${name}`] = {
        queries: some.length,
        [`nDCG@${depth}`]: mean(some.map(({ ndcg }) => ndcg)),
        MRR: mean(some.map(({ reciprocalRank }) => reciprocalRank)),
      }
    }
    row('all', figures)
    for (const lang of ['en', 'zh', 'mixed', 'ja'])
      row(
        lang,
        figures.filter(({ query }) => query.lang === lang),
      )
    if (each && set === 'tune') printWeak(figures)
  }
  console.log(title)
  console.table(table)
}

async function requireSameOrder(server: string, search: Search): Promise<void> {
  const { url, drop } = await createPostgresDatabase(server)
  const registry = await registrySearch(await openPostgres(url))
  const queries = [...(await readSet('tune')), ...(await readSet('held-out'))]
  let different = 0
  for (const { q } of queries) if (String(await search(q)) !== String(await registry.search(q))) different++
  await registry.close()
  await drop()
  console.log(`Postgres and PGlite differ in ${different} of ${queries.length} queries.`)
  if (different > 0) process.exitCode = 1
}

async function readSet(name: 'tune' | 'held-out'): Promise<RelevantQuery[]> {
  const file = new URL(`../test/fixtures/relevance/${name}.json`, import.meta.url)
  return RelevanceSet.parse(JSON.parse(await readFile(file, 'utf8'))).queries
}

async function figureOf(query: RelevantQuery, search: Search): Promise<Figure> {
  const found = await search(query.q)
  const gains = found.map((name) => gain(query.relevant[name] ?? 0))
  const ideal = Object.values(query.relevant)
    .sort((a, b) => b - a)
    .map(gain)
  const first = gains.findIndex((value) => value > 0)
  return {
    query,
    found,
    ndcg: discounted(gains) / discounted(ideal),
    reciprocalRank: first === -1 ? 0 : 1 / (first + 1),
  }
}

const gain = (grade: number): number => 2 ** grade - 1

const discounted = (gains: readonly number[]): number =>
  gains.slice(0, depth).reduce((sum, value, index) => sum + value / Math.log2(index + 2), 0)

const mean = (values: readonly number[]): number =>
  Number((values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)).toFixed(3))

function printWeak(figures: readonly Figure[]): void {
  for (const { query, found, ndcg } of figures.filter((figure) => figure.ndcg < 0.9))
    console.log(
      ndcg.toFixed(2),
      query.q,
      '|',
      found.slice(0, 6).join(' '),
      '| expected',
      Object.keys(query.relevant).join(' '),
    )
}

await printSentences((await readCatalog(resourceFolder('catalog'))).map(({ manifest }) => manifest))
const embedded = await registrySearch(await openEmbedded(undefined))
const offline = offlineSearch(await embedded.index())
await printFigures('registry, PGlite', embedded.search, values.each)
await printFigures('offline, index entries alone', offline)
if (values.postgres !== undefined) {
  await requireSameOrder(values.postgres, embedded.search)
  await printSearchSpeed(values.postgres, values.sizes.split(',').map(Number))
}
await embedded.close()
