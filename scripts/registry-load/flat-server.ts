// A registry with the whole catalog on a database, which says what it holds: memory after a collection, and descriptors.
import { readdirSync } from 'node:fs'
import { resourceFolder } from '@cli-apps/core/node'
import pino from 'pino'
import { createServingApp } from '../../services/registry/src/app.ts'
import { seedCatalog } from '../../services/registry/src/apps/seed-catalog.ts'
import { openEmbedded } from '../../services/registry/src/db/open-embedded.ts'
import { openPostgres } from '../../services/registry/src/db/open-postgres.ts'
import { createDeps } from '../../services/registry/src/deps.ts'
import { startServer } from '../../services/registry/src/http/start-server.ts'

/** What the server process sends: once where it listens, then what it holds whenever it is asked. */
export type FlatNews = { port: number } | Held

export interface Held {
  /** Bytes. */
  rss: number
  heap: number
  /** Outside of the heap of JavaScript, buffers among them. */
  external: number
  descriptors: number
}

const [databaseUrl] = process.argv.slice(2)
const database = databaseUrl ? await openPostgres(databaseUrl) : await openEmbedded(undefined)
await database.migrate()
const now = (): Date => new Date()
await seedCatalog(database.queries, { folder: resourceFolder('catalog'), now: now(), onlyIfEmpty: true })
const log = pino({ level: 'error', base: null }, pino.destination({ fd: 2, sync: true }))
const { app, warm } = createServingApp(await createDeps(database, { log, now }))
await warm()
const server = await startServer(app, { host: '127.0.0.1', port: 0 })

const news = (told: FlatNews): void => void process.send?.(told)
process.on('message', () => {
  for (let round = 0; round < 3; round++) globalThis.gc?.()
  const { rss, heapUsed: heap, external } = process.memoryUsage()
  news({ rss, heap, external, descriptors: readdirSync('/proc/self/fd').length })
})
process.on('disconnect', () => process.exit(0))
news({ port: Number(new URL(server.url).port) })
