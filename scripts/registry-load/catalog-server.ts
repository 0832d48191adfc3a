import { resourceFolder } from '@cli-apps/core/node'
import pino from 'pino'
import { createServingApp } from '../../services/registry/src/app.ts'
import { seedCatalog } from '../../services/registry/src/apps/publish/seed-catalog.ts'
import { openEmbedded } from '../../services/registry/src/db/embedded/open-embedded.ts'
import { openPostgres } from '../../services/registry/src/db/postgres/open-postgres.ts'
import { createDeps, type Deps } from '../../services/registry/src/deps.ts'
import { startServer } from '../../services/registry/src/http/start-server.ts'

/** What the server process sends first: where it listens. */
export interface ListenNews {
  port: number
}

/**
 * Starts a registry with the whole catalog, on the Postgres database that the process's argument names or else on an
 * embedded one. It reports its port to the process that started it, and ends with that process.
 */
export async function startCatalogServer(): Promise<Deps> {
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
  const { url } = await startServer(app, { host: '127.0.0.1', port: 0 })
  process.on('disconnect', () => process.exit(0))
  process.send?.({ port: Number(new URL(url).port) } satisfies ListenNews)
  return deps
}
