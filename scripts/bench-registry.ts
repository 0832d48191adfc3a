// Reads of app documents beside a bare Hono route with the same bytes, both on one server process, under load from a second
// one, on Postgres with many and with few apps. Rounds alternate, so that a busy machine slows both alike. Before them the
// server is warmed up with the same names, as one is that runs: what is measured are a tenth of requests for apps that nobody
// asked for before, and the others by Zipf's law over all apps, which it knows or not.
//   npm run bench:registry -- --database postgres://postgres@127.0.0.1:5432/postgres [--apps N] [--few N] [--seconds N] [--connections N]
// With `event-loop` instead: the longest delay of the server's event loop for each kind of hostile or cold request, with the
// catalog on an embedded database, or on an empty one of Postgres.
//   npm run bench:registry -- event-loop [--only PATTERN] [--database postgres://…]
// With `flat`: memory and descriptors of the server over many mixed reads, and 2,000 kept-alive connections used again. It needs
// Linux and, for the connections, a limit of open files above 4,096 (ulimit -n).
//   npm run bench:registry -- flat [--reads N] [--database postgres://…]
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { drawNames } from './registry-load/draw-names.ts'
import { measureEventLoop } from './registry-load/event-loop.ts'
import { type LoadResult, load, quantile } from './registry-load/load.ts'
import type { ServerNews, ServerUse } from './registry-load/server.ts'
import { startTimes } from './registry-load/start-times.ts'
import { stayFlat } from './registry-load/stay-flat.ts'
import { syntheticName } from './synthetic-apps.ts'
import { syntheticDatabase } from './synthetic-database.ts'

const rounds = 3
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    database: { type: 'string', default: process.env.TEST_DATABASE_URL ?? '' },
    apps: { type: 'string', default: '100000' },
    few: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '5' },
    reads: { type: 'string', default: '200000' },
    idle: { type: 'string', default: '2000' },
    connections: { type: 'string', default: '64' },
  },
})

interface Row {
  'req/s': number
  'p50 ms': number
  'p99 ms': number
  /** The server's CPU time per request, the figure that depends least on other load. */
  'cpu us': number
  /** Share of requests that reached the database. */
  'miss %': number
  bytes: number
}

interface Round extends LoadResult {
  cpu: number
  misses: number
}

interface Measured {
  bare: Row
  ours: Row
  rss: number
}

async function measure(database: string, count: number): Promise<Measured> {
  const url = await syntheticDatabase(database, count)
  const path = `/v1/apps/${syntheticName(0)}.json`
  const server = fork(fileURLToPath(new URL('registry-load/server.ts', import.meta.url)), [url, path])
  try {
    return await measureServer(server, count)
  } finally {
    server.kill('SIGKILL')
  }
}

async function measureServer(server: ChildProcess, count: number): Promise<Measured> {
  const [ports] = (await once(server, 'message')) as [Extract<ServerNews, { bare: number }>]
  const paths = Array.from({ length: count }, (_, index) => `/v1/apps/${syntheticName(index)}.json`)
  const draw = (): (() => string) => drawNames(count, (index) => paths[index] ?? '')
  // Separate draws: a name drawn for one server is still new to the other.
  const next = { bare: draw(), ours: draw() }
  const run = async (name: 'bare' | 'ours', seconds: number): Promise<Round> => {
    const before = await useOf(server)
    const result = await load({
      port: ports[name],
      seconds,
      connections: Number(values.connections),
      next: next[name],
    })
    const after = await useOf(server)
    return { ...result, cpu: after.cpu - before.cpu, misses: after.misses - before.misses }
  }
  const results = { bare: [], ours: [] } as Record<'bare' | 'ours', Round[]>
  for (const name of ['bare', 'ours'] as const) await run(name, Number(values.seconds))
  for (let round = 0; round < rounds; round++)
    for (const name of ['bare', 'ours'] as const) results[name].push(await run(name, Number(values.seconds)))
  return { bare: rowOf(results.bare), ours: rowOf(results.ours), rss: (await useOf(server)).rss }
}

async function useOf(server: ChildProcess): Promise<ServerUse> {
  const answered = once(server, 'message')
  server.send('use')
  return ((await answered) as [ServerUse])[0]
}

function rowOf(results: readonly Round[]): Row {
  const times = results.flatMap((result) => result.times).sort((a, b) => a - b)
  const sum = (field: 'bytes' | 'cpu' | 'misses'): number =>
    results.reduce((total, result) => total + result[field], 0)
  const shown = (part: number): number => Number(quantile(times, part).toFixed(2))
  return {
    'req/s': Math.round(times.length / (Number(values.seconds) * rounds)),
    'p50 ms': shown(0.5),
    'p99 ms': shown(0.99),
    'cpu us': Number((sum('cpu') / times.length).toFixed(1)),
    'miss %': Number(((100 * sum('misses')) / times.length).toFixed(1)),
    bytes: Math.round(sum('bytes') / times.length),
  }
}

function report(few: Measured, many: Measured): void {
  const ratio = (part: number, of: number): number => Number((part / of).toFixed(2))
  const line = (name: string, row: Row, of: Row) => [
    name,
    { ...row, ratio: ratio(row['req/s'], of['req/s']), 'cpu ratio': ratio(of['cpu us'], row['cpu us']) },
  ]
  console.log(
    `GET /v1/apps/{name}.json, ${values.connections} connections, ${rounds} rounds of ${values.seconds} s`,
  )
  console.table(
    Object.fromEntries([
      line(`bare Hono route beside ${values.apps}`, many.bare, many.bare),
      line(`registry, ${values.apps} apps`, many.ours, many.bare),
      line(`bare Hono route beside ${values.few}`, few.bare, few.bare),
      line(`registry, ${values.few} apps`, few.ours, few.bare),
    ]),
  )
  const growth = ratio(few.ours['req/s'], many.ours['req/s'])
  console.log(
    `From ${values.few} to ${values.apps} apps a request takes ${growth} times as long, ${ratio(many.ours['cpu us'], few.ours['cpu us'])} times the processor time.`,
  )
  console.log(`Memory of the server process afterwards: ${Math.round(many.rss / 1e6)} MB`)
}

async function measureLoad(): Promise<void> {
  const { first, later } = await startTimes()
  console.log(`Embedded database, until it listens: first start ${first} ms, later ${later.join(', ')} ms`)
  if (values.database === '')
    console.log('Skipped: --database or TEST_DATABASE_URL names no Postgres server.')
  else
    report(
      await measure(values.database, Number(values.few)),
      await measure(values.database, Number(values.apps)),
    )
}

if (positionals[0] === 'event-loop')
  console.table(await measureEventLoop(values.database, new RegExp(values.only)))
else if (positionals[0] === 'flat')
  await stayFlat({
    databaseUrl: values.database,
    reads: Number(values.reads),
    connections: Number(values.idle),
  })
else await measureLoad()
