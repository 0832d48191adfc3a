// A registry with the whole catalog on a database, which reports the longest delays of its event loop.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { resourceFolder } from '@cli-apps/core/node'
import pino from 'pino'
import { createServingApp } from '../../services/registry/src/app.ts'
import { seedCatalog } from '../../services/registry/src/apps/seed-catalog.ts'
import { openEmbedded } from '../../services/registry/src/db/open-embedded.ts'
import { openPostgres } from '../../services/registry/src/db/open-postgres.ts'
import { createDeps } from '../../services/registry/src/deps.ts'
import { startServer } from '../../services/registry/src/http/start-server.ts'
import { watchMainThread } from '../main-thread-time.ts'

/** What the server process sends: once where it listens, then the delays since the last reset whenever it is asked. */
export type LoopNews = { port: number } | LoopDelay

/** The longest that the event loop was held, in milliseconds. */
export interface LoopDelay {
  /** By the clock, with the time in which the machine ran other programs. */
  longest: number
  /** Processor time of the main thread between two ticks: the same on a busy machine. NaN where Linux does not say it. */
  busiest: number
}

const [databaseUrl] = process.argv.slice(2)
const database = databaseUrl ? await openPostgres(databaseUrl) : await openEmbedded(undefined)
await database.migrate()
const now = (): Date => new Date()
await seedCatalog(database.queries, { folder: resourceFolder('catalog'), now: now(), onlyIfEmpty: true })
const log = pino({ level: 'error', base: null }, pino.destination({ fd: 2, sync: true }))
const deps = await createDeps(database, { log, now })
const { app, warm } = createServingApp(deps)
// As `serve` does before it is ready.
await warm()
const server = await startServer(app, { host: '127.0.0.1', port: 0 })

const delays = monitorEventLoopDelay({ resolution: 1 })
delays.enable()
const watch = watchMainThread()
const news = (told: LoopNews): void => void process.send?.(told)
process.on('message', (asked) => {
  if (asked === 'reset') {
    deps.changed()
    delays.reset()
    watch.reset()
  }
  news({ longest: delays.max / 1e6, busiest: watch.busiest() })
})
process.on('disconnect', () => process.exit(0))
news({ port: Number(new URL(server.url).port) })
