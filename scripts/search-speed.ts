// How long a search takes with few and with many synthetic apps on Postgres, through the registry without a socket.
import { performance } from 'node:perf_hooks'
import pino from 'pino'
import { createApp } from '../services/registry/src/app.ts'
import { openPostgres } from '../services/registry/src/db/postgres/open-postgres.ts'
import { createDeps } from '../services/registry/src/deps.ts'
import { syntheticManifest, syntheticName } from './synthetic-apps.ts'
import { syntheticDatabase } from './synthetic-database.ts'

const [questions, warmUp, rounds] = [300, 50, 5]

interface Round {
  times: number[]
  /** Milliseconds of CPU time of this process, without the database. */
  cpu: number
}

/**
 * Fills a database for each size unless it already exists, and prints quantiles of search times from the best of
 * several rounds, since other load slows some.
 */
export async function printSearchSpeed(server: string, sizes: readonly number[]): Promise<void> {
  const table: Record<string, Record<string, number>> = {}
  for (const size of sizes) {
    const { times, cpu } = await bestRound(await syntheticDatabase(server, size), size)
    table[`${size} apps`] = {
      'p50 ms': quantile(times, 0.5),
      'p95 ms': quantile(times, 0.95),
      'p99 ms': quantile(times, 0.99),
      'cpu ms each': Number((cpu / times.length).toFixed(1)),
    }
  }
  console.log(
    `search on Postgres, ${questions} different queries, one at a time, the best of ${rounds} rounds`,
  )
  console.table(table)
}

async function bestRound(databaseUrl: string, size: number): Promise<Round> {
  const database = await openPostgres(databaseUrl)
  try {
    const app = createApp(
      await createDeps(database, { log: pino({ level: 'silent' }), now: () => new Date() }),
    )
    const ask = async (q: string): Promise<void> => {
      const response = await app.request(`/v1/search?q=${encodeURIComponent(q)}`)
      if (response.status !== 200) throw new Error(`${q}: ${await response.text()}`)
      await response.arrayBuffer()
    }
    for (let index = 0; index < warmUp; index++) await ask(queryOf(questions + index, size))
    const results: Round[] = []
    for (let round = 0; round < rounds; round++) results.push(await measureRound(ask, size))
    const [best] = results.sort((a, b) => quantile(a.times, 0.95) - quantile(b.times, 0.95))
    return best ?? { times: [], cpu: 0 }
  } finally {
    await database.close()
  }
}

async function measureRound(ask: (q: string) => Promise<void>, size: number): Promise<Round> {
  const times: number[] = []
  const before = process.cpuUsage()
  for (let index = 0; index < questions; index++) {
    const started = performance.now()
    await ask(queryOf(index, size))
    times.push(performance.now() - started)
  }
  const { user, system } = process.cpuUsage(before)
  return { times, cpu: (user + system) / 1000 }
}

/** One to four words distributed like those of the apps; some Chinese, some names, some misspelled. */
function queryOf(index: number, size: number): string {
  const { summary, i18n } = syntheticManifest(index * 31 + 7)
  const words = summary.split(' ').filter((word) => word.length > 2)
  if (index % 10 === 0) return syntheticName((index * 7919) % size)
  if (index % 10 <= 2) return (i18n?.zh?.summary ?? '').slice(0, 2 + (index % 5))
  if (index % 10 === 3) return (words[0] ?? '').replace(/^(..)(.)(.)/, '$1$3$2')
  return words.slice(0, 1 + (index % 4)).join(' ')
}

function quantile(times: readonly number[], part: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  return Number((sorted[Math.floor(sorted.length * part)] ?? Number.NaN).toFixed(1))
}
