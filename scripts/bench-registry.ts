// Throughput of GET /v1/apps/{name}.json beside a bare Hono route that returns the same bytes, both on one server process,
// under a bounded load from a second process. Rounds alternate, so that a busy machine slows both alike.
//   npx tsx --conditions=@cli-apps/source scripts/bench-registry.ts [seconds per round] [connections]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { resourceFolder } from '@cli-apps/core/node'
import { Hono } from 'hono'
import pino from 'pino'
import { createApp } from '../services/registry/src/app.ts'
import { seedCatalog } from '../services/registry/src/apps/seed-catalog.ts'
import { openEmbedded } from '../services/registry/src/db/open-embedded.ts'
import { createDeps } from '../services/registry/src/deps.ts'
import { startServer } from '../services/registry/src/http/start-server.ts'

interface Targets {
  bare: string
  ours: string
  bytes: number
}

const rounds = 3

if (process.send) await serveTargets()
else await measure(Number(process.argv[2] ?? 4), Number(process.argv[3] ?? 64))

async function serveTargets(): Promise<void> {
  const database = await openEmbedded(undefined)
  await database.migrate()
  const now = () => new Date()
  await seedCatalog(database.queries, { folder: resourceFolder('catalog'), now: now() })
  const log = pino({ level: 'info', base: null }, pino.destination({ fd: 2, sync: true }))
  const app = createApp(await createDeps(database, { log, now }))
  const path = '/v1/apps/prettier.json'
  const body = new Uint8Array(await (await app.request(path)).arrayBuffer())
  const bare = new Hono()
  bare.get('/v1/apps/:file', (c) => c.body(body, 200, { 'Content-Type': 'application/json' }))
  const at = { host: '127.0.0.1', port: 0 }
  const [bareServer, server] = [await startServer(bare, at), await startServer(app, at)]
  const targets: Targets = {
    bare: `${bareServer.url}${path}`,
    ours: `${server.url}${path}`,
    bytes: body.length,
  }
  process.send?.(targets)
  process.on('disconnect', () => process.exit(0))
}

async function measure(seconds: number, connections: number): Promise<void> {
  const server = fork(fileURLToPath(import.meta.url), { stdio: 'inherit' })
  const [targets] = (await once(server, 'message')) as [Targets]
  for (const url of [targets.bare, targets.ours]) await load(url, 1, connections)
  const times: Record<'bare' | 'ours', number[]> = { bare: [], ours: [] }
  for (let round = 0; round < rounds; round++)
    for (const name of ['bare', 'ours'] as const)
      times[name].push(...(await load(targets[name], seconds, connections)))
  server.disconnect()
  const rate = (name: 'bare' | 'ours'): number => times[name].length / (seconds * rounds)
  const row = (name: 'bare' | 'ours') => ({
    'req/s': Math.round(rate(name)),
    ratio: Number((rate(name) / rate('bare')).toFixed(2)),
    'p50 ms': quantile(times[name], 0.5),
    'p99 ms': quantile(times[name], 0.99),
  })
  console.log(
    `GET app document, ${targets.bytes} bytes, ${connections} connections, ${rounds} rounds of ${seconds} s`,
  )
  console.table({ 'bare Hono route': row('bare'), registry: row('ours') })
}

/** Milliseconds of every request that so many kept-alive connections finish in that time, one at a time each. */
async function load(url: string, seconds: number, connections: number): Promise<number[]> {
  const size = await answerSize(url)
  const deadline = performance.now() + seconds * 1000
  const times: number[] = []
  await Promise.all(Array.from({ length: connections }, () => ask(url, size, { deadline, times })))
  return times
}

/** Answers to one request have one length, so the client need not parse them: its own cost stays below the server's. */
async function answerSize(url: string): Promise<number> {
  const socket = openSocket(url)
  let size = 0
  socket.on('data', (chunk: Buffer) => {
    size += chunk.length
  })
  socket.write(requestText(url))
  await new Promise((resolve) => setTimeout(resolve, 200))
  socket.destroy()
  return size
}

function ask(
  url: string,
  size: number,
  { deadline, times }: { deadline: number; times: number[] },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = openSocket(url)
    const text = requestText(url)
    let received = 0
    let started = performance.now()
    socket.on('error', reject)
    socket.on('close', () => resolve())
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received < size) return
      if (received > size) return reject(new Error(`an answer of ${received} bytes instead of ${size}`))
      received = 0
      const now = performance.now()
      times.push(now - started)
      if (now >= deadline) return socket.destroy()
      started = now
      socket.write(text)
    })
    socket.write(text)
  })
}

function openSocket(url: string): Socket {
  return connect(Number(new URL(url).port), '127.0.0.1').setNoDelay(true)
}

function requestText(url: string): string {
  return `GET ${new URL(url).pathname} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n\r\n`
}

function quantile(times: number[], part: number): number {
  const sorted = times.sort((a, b) => a - b)
  return Number((sorted[Math.floor(sorted.length * part)] ?? Number.NaN).toFixed(2))
}
