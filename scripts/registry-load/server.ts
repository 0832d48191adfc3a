// The registry on a database, and beside it in the same process a bare Hono route with the bytes of one app document.
import { Hono } from 'hono'
import pino from 'pino'
import { createApp } from '../../services/registry/src/app.ts'
import { openPostgres } from '../../services/registry/src/db/postgres/open-postgres.ts'
import { createDeps } from '../../services/registry/src/deps.ts'
import { startServer } from '../../services/registry/src/http/start-server.ts'

/** What the server process tells: first where it listens, then what it has used whenever it is asked. */
export type ServerNews = { bare: number; ours: number } | ServerUse

export interface ServerUse {
  /** Bytes of memory. */
  rss: number
  /** Microseconds of processor time since its start. */
  cpu: number
  /** Documents that it had to read from the database. */
  misses: number
}

const [url = '', path = ''] = process.argv.slice(2)
const database = await openPostgres(url)
const log = pino({ level: 'info', base: null }, pino.destination({ fd: 2, sync: true }))
// Limits that nobody reaches: counting is part of the work.
const rateLimits = { reads: 1e9, writes: 1e9, failures: 1e9 }
const deps = await createDeps(database, { log, now: () => new Date(), rateLimits })
const app = createApp(deps)
const body = new Uint8Array(await (await app.request(path)).arrayBuffer())
const bare = new Hono()
bare.get('/v1/apps/:file', (c) => c.body(body, 200, { 'Content-Type': 'application/json' }))

const at = { host: '127.0.0.1', port: 0 }
const portOf = ({ url }: { url: string }): number => Number(new URL(url).port)
const news = (told: ServerNews): void => void process.send?.(told)
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  news({ rss: process.memoryUsage.rss(), cpu: user + system, misses: deps.documents.counts.misses })
})
process.on('disconnect', () => process.exit(0))
news({ bare: portOf(await startServer(bare, at)), ours: portOf(await startServer(app, at)) })
