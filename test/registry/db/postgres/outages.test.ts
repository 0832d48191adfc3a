import { sql } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../../../services/registry/src/db/database.ts'
import { openPostgres } from '../../../../services/registry/src/db/postgres/open-postgres.ts'
import { users } from '../../../../services/registry/src/db/schema.ts'
import { createDeps } from '../../../../services/registry/src/deps.ts'
import { createMetricsApp } from '../../../../services/registry/src/http/metrics-app.ts'
import { manifestOf } from '../../../support/manifest-of.ts'
import { type PostgresCluster, startPostgresCluster } from '../../../support/postgres-cluster.ts'
import { findPostgresPrograms } from '../../../support/postgres-programs.ts'
import { problemOf } from '../../../support/problem-of.ts'
import { createTestRegistry, onServer } from '../../../support/test-registry.ts'

const programs = findPostgresPrograms()
const at = new Date('2026-01-02T03:04:05.678Z')
const endEveryBackend = `select pg_terminate_backend(pid) from pg_stat_activity
  where pid <> pg_backend_pid() and backend_type = 'client backend'`
const slow = { timeout: 60_000, interval: 50 }

describe.skipIf(programs === undefined)(
  'a Postgres with faults (needs the programs of a Postgres server)',
  () => {
    let cluster: PostgresCluster
    beforeAll(async () => {
      cluster = await startPostgresCluster(programs ?? '')
    })
    afterAll(() => cluster.close())

    describe('the connection pool', () => {
      let database: Database
      const names = async (): Promise<string[]> =>
        (await database.queries.select().from(users)).map(({ name }) => name)
      beforeEach(async () => {
        database = await openPostgres(cluster.url)
        await database.migrate()
        await database.queries.execute(sql`delete from users`)
        return () => database.close()
      })

      test('never moves a transaction to another connection', async () => {
        const outcome = database.queries.transaction(async (tx) => {
          await tx.insert(users).values({ name: 'before', createdAt: at })
          await onServer(cluster.url, endEveryBackend)
          // Others reconnect in the meantime.
          await expect.poll(() => Promise.all([names(), names()]).catch(() => 'away'), slow).not.toBe('away')
          await tx.insert(users).values({ name: 'after', createdAt: at })
        })
        await expect(outcome).rejects.toThrow()
        expect(await names()).toEqual([])
      })

      test('counts lost connections', async () => {
        await names()
        const before = database.lostConnections?.() ?? Number.NaN
        await onServer(cluster.url, endEveryBackend)
        await expect.poll(() => database.lostConnections?.(), slow).toBeGreaterThan(before)
        await expect.poll(() => names().catch(() => 'away'), slow).toEqual([])
        const deps = await createDeps(database, { log: pino({ level: 'silent' }), now: () => at })
        const text = await (await createMetricsApp(deps).request('/metrics')).text()
        expect(text).toContain(`cli_apps_database_connections_lost_total ${database.lostConnections?.()}\n`)
      })

      test('survives repeated termination of connections in the middle of transactions', async () => {
        let isOver = false
        const work = async (worker: number): Promise<void> => {
          for (let count = 0; !isOver; count++)
            await database.queries
              .transaction(async (tx) => {
                await tx.insert(users).values({ name: `a-${worker}-${count}`, createdAt: at })
                await tx.insert(users).values({ name: `b-${worker}-${count}`, createdAt: at })
              })
              .catch(() => {})
        }
        const workers = Array.from({ length: 15 }, (_, index) => work(index))
        for (let round = 0; round < 40; round++) await onServer(cluster.url, endEveryBackend)
        isOver = true
        await Promise.all(workers)
        const found = await expect.poll(names, slow).toBeInstanceOf(Array).then(names)
        const halves = (half: string) =>
          found.filter((name) => name.startsWith(half)).map((name) => name.slice(1))
        expect(halves('a').sort()).toEqual(halves('b').sort())
      })

      test('is limited to ten connections; whoever gets none in time is told so', async () => {
        let release: () => void = () => {}
        const released = new Promise<void>((resolve) => {
          release = resolve
        })
        const holders = Array.from({ length: 10 }, () => database.queries.transaction(() => released))
        await expect(database.ping()).rejects.toMatchObject({ code: 'database.busy' })
        release()
        await Promise.all(holders)
        await database.ping()
      })

      test('receives every change again after the listening connection was terminated', async () => {
        const heard: (string | undefined)[] = []
        const feed = await database.listen((app) => heard.push(app))
        heard.length = 0
        await onServer(cluster.url, endEveryBackend)
        await expect.poll(feed.isCurrent, slow).toBe(false)
        await expect.poll(feed.isCurrent, slow).toBe(true)
        expect(heard).toContain(undefined)
      })

      test.each(['fast', 'immediate'] as const)('reconnects after a stop that is %s', async (mode) => {
        try {
          const transaction = database.queries.transaction(async (tx) => {
            await tx.insert(users).values({ name: 'cut-off', createdAt: at })
            cluster.stop(mode)
          })
          await expect(transaction).rejects.toThrow()
          await expect(database.ping()).rejects.toThrow()
        } finally {
          cluster.start()
        }
        await expect.poll(() => names().catch(() => 'away'), slow).toEqual([])
      })
    })

    test('a frozen database leaves known documents available, and everything else is a 503 until it resumes', {
      timeout: 300_000,
    }, async () => {
      const registry = await createTestRegistry(() => openPostgres(cluster.url))
      onTestFinished(() => registry.close())
      const token = await registry.token('ann', 'publish:*')
      expect((await registry.publish(manifestOf(), token)).status).toBe(201)
      const known = '/v1/apps/prettier.json'
      expect((await registry.get(known)).status).toBe(200)
      cluster.freeze()
      try {
        const refused = [
          await registry.get('/readyz'),
          ...(await Promise.all([
            registry.publish(manifestOf({ version: '9.0.0' }), token),
            registry.get('/v1/apps/unknown.json'),
            registry.get('/v1/search?q=formatter'),
          ])),
        ]
        for (const answer of refused) {
          expect(answer.headers.get('retry-after')).toBe('5')
          expect((await problemOf(answer)).status).toBe(503)
        }
        await expect.poll(registry.deps.isCurrent, slow).toBe(false)
        const stale = await registry.get(known)
        expect([stale.status, stale.headers.get('warning')]).toEqual([200, '110 - "Response is Stale"'])
      } finally {
        cluster.thaw()
      }
      await expect.poll(async () => (await registry.get('/readyz')).status, slow).toBe(200)
      await expect.poll(registry.deps.isCurrent, slow).toBe(true)
      const again = async () => (await registry.publish(manifestOf({ version: '9.0.0' }), token)).status
      await expect.poll(again, slow).toSatisfy((status: number) => [200, 201].includes(status))
    })
  },
)
