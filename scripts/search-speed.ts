// How long a search takes with few and with many synthetic apps on Postgres, through the registry without a socket.
import { performance } from 'node:perf_hooks'
import pino from 'pino'
import postgres from 'postgres'
import { createApp } from '../services/registry/src/app.ts'
import { openPostgres } from '../services/registry/src/db/open-postgres.ts'
import { createDeps } from '../services/registry/src/deps.ts'
import { insertSyntheticApps, syntheticManifest, syntheticName } from './synthetic-apps.ts'

const rounds = 300

/** Fills a database for each size, unless it is there from before, and prints quantiles of the time that searches take. */
export async function printSearchSpeed(server: string, sizes: readonly number[]): Promise<void> {
  const table: Record<string, Record<string, number>> = {}
  for (const size of sizes) {
    const times = await searchTimes(await filledDatabase(server, size), size)
    table[`${size} apps`] = {
      'p50 ms': quantile(times, 0.5),
      'p95 ms': quantile(times, 0.95),
      'p99 ms': quantile(times, 0.99),
    }
  }
  console.log(`search on Postgres, ${rounds} different queries, one at a time`)
  console.table(table)
}

async function filledDatabase(server: string, size: number): Promise<string> {
  const name = `cli_apps_synthetic_${size}`
  const client = postgres(server, { max: 1, onnotice: () => {} })
  const [known] = await client`select 1 from pg_database where datname = ${name}`
  if (known === undefined) await client.unsafe(`create database ${name} encoding 'UTF8' template template0`)
  await client.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  await insertSyntheticApps(url.href, size)
  return url.href
}

async function searchTimes(databaseUrl: string, size: number): Promise<number[]> {
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
    // Other queries than those that are timed: what is measured are words that were not asked for before.
    for (let index = 0; index < 50; index++) await ask(queryOf(size + index, size))
    const times: number[] = []
    for (let index = 0; index < rounds; index++) {
      const started = performance.now()
      await ask(queryOf(index, size))
      times.push(performance.now() - started)
    }
    return times
  } finally {
    await database.close()
  }
}

/** One to four words as unevenly spread as those of the apps; some Chinese, some names, some misspelt. */
function queryOf(index: number, size: number): string {
  const { summary, i18n } = syntheticManifest(index * 31 + 7)
  const words = summary.split(' ').filter((word) => word.length > 2)
  if (index % 10 === 0) return syntheticName((index * 7919) % size)
  if (index % 10 <= 2) return (i18n?.zh?.summary ?? '').slice(0, 2 + (index % 5))
  if (index % 10 === 3) return (words[0] ?? '').replace(/^(..)(.)(.)/, '$1$3$2')
  return words.slice(0, 1 + (index % 4)).join(' ')
}

function quantile(times: number[], part: number): number {
  const sorted = times.sort((a, b) => a - b)
  return Number((sorted[Math.floor(sorted.length * part)] ?? Number.NaN).toFixed(1))
}
