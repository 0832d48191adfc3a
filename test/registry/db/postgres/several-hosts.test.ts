import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../../../services/registry/src/db/database.ts'
import { openPostgres } from '../../../../services/registry/src/db/postgres/open-postgres.ts'
import {
  parseDatabaseUrl,
  parseReplicaUrl,
} from '../../../../services/registry/src/db/postgres/postgres-servers.ts'
import { manifestOf } from '../../../support/manifest-of.ts'
import { findPostgresPrograms, freePort } from '../../../support/postgres-programs.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from '../../../support/streaming-replica.ts'
import { createTestRegistry } from '../../../support/test-registry.ts'

const programs = findPostgresPrograms()
const slow = { timeout: 60_000, interval: 50 }

/** Returns the URL of several servers. */
function urlOf(servers: readonly string[], target?: string): string {
  const hosts = servers.map((server) => new URL(server).host).join(',')
  return `postgres://postgres@${hosts}/postgres${target === undefined ? '' : `?target_session_attrs=${target}`}`
}

describe.skipIf(programs === undefined)(
  'a database on several hosts (needs the programs of a Postgres server)',
  () => {
    let servers: ReplicatedPostgres
    beforeAll(async () => {
      servers = await startReplicatedPostgres(programs ?? '')
      return () => servers.close()
    })
    const open = async (url: string): Promise<Database> => {
      const database = await openPostgres(url)
      onTestFinished(() => database.close())
      return database
    }
    const portOf = async ({ queries }: Database): Promise<string> => {
      const rows = (await queries.execute(sql`select current_setting('port') as port`)) as unknown as {
        port: string
      }[]
      return rows[0]?.port ?? ''
    }
    const portsOf = (database: Database) =>
      Promise.all(Array.from({ length: 12 }, () => portOf(database))).then((ports) => [...new Set(ports)])
    const port = (server: string): string => new URL(server).port

    test.each([undefined, 'read-write', 'primary'])(
      'is used through the host that takes writes (%s)',
      async (target) => {
        for (const hosts of [
          [servers.replica, servers.primary],
          [servers.primary, servers.replica],
        ]) {
          const database = await open(urlOf(hosts, target))
          await database.migrate()
          expect(await portsOf(database)).toEqual([port(servers.primary)])
        }
      },
    )

    test('is used through the next host when one does not listen', async () => {
      const nothing = `postgres://127.0.0.1:${await freePort()}`
      const database = await open(urlOf([nothing, servers.replica, servers.primary]))
      expect(await portsOf(database)).toEqual([port(servers.primary)])
    })

    test('cannot be opened when no host accepts writes, and reports why for each', async () => {
      const nothing = `postgres://127.0.0.1:${await freePort()}`
      await expect(open(urlOf([nothing, servers.replica]))).rejects.toMatchObject({
        code: 'database.unreachable',
        message: expect.stringMatching(
          `^The database cannot be opened: ${new URL(nothing).host}: .*ECONNREFUSED.*; ${new URL(servers.replica).host}: its session is not read-write$`,
        ),
      })
    })

    test('is not opened on a single host of the wrong kind', async () => {
      await expect(open(`${servers.replica}?target_session_attrs=primary`)).rejects.toThrow(
        'its session is not primary',
      )
    })

    test.each(['stops', 'freezes'] as const)(
      'follows a failover when the primary %s',
      {
        timeout: 120_000,
      },
      async (event) => {
        const servers = await startReplicatedPostgres(programs ?? '')
        onTestFinished(() => servers.close())
        const registry = await createTestRegistry(() =>
          openPostgres(urlOf([servers.primary, servers.replica])),
        )
        onTestFinished(() => registry.close())
        const token = await registry.token('ann', 'publish:*')
        const publish = async (version: string) =>
          (await registry.publish(manifestOf({ version }), token)).status
        expect(await publish('1.0.0')).toBe(201)
        await expect
          .poll(
            () =>
              registry.deps.db.execute(sql`select replay_lsn = sent_lsn as done from pg_stat_replication`),
            slow,
          )
          .toMatchObject([{ done: true }])

        if (event === 'stops') servers.stopPrimary()
        else servers.freezePrimary()
        expect(await publish('1.1.0')).toBe(503)
        servers.promoteReplica()

        await expect
          .poll(() => publish('1.1.0'), slow)
          .toSatisfy((status: number) => [200, 201].includes(status))
        await expect.poll(async () => (await registry.get('/readyz')).status, slow).toBe(200)
        // Changes are received from the new primary too.
        await expect.poll(registry.deps.isCurrent, slow).toBe(true)
        expect(await publish('1.2.0')).toBe(201)
      },
    )
  },
)

test('the session parameter is read, and no other is changed', () => {
  const url = 'postgres://ann:p%40ss@db1,db2:5433/registry?sslmode=require&target_session_attrs=primary'
  expect(parseDatabaseUrl(url)).toEqual({
    target: 'primary',
    servers: [
      { url: 'postgres://ann:p%40ss@db1,db2:5433/registry?sslmode=require', host: 'db1', port: 5432 },
      { url: 'postgres://ann:p%40ss@db1,db2:5433/registry?sslmode=require', host: 'db2', port: 5433 },
    ],
  })
})

test('a URL with one host is used unchanged', () => {
  const url = 'postgres://ann@db1/registry?sslmode=require'
  expect(parseDatabaseUrl(url)).toEqual({ target: 'any', servers: [{ url }] })
})

test.each(['standby', 'read-only', 'prefer-standby', 'nonsense'])(
  'refuses a database that is %s',
  (target) => {
    expect(() => parseDatabaseUrl(`postgres://db/registry?target_session_attrs=${target}`)).toThrow(
      expect.objectContaining({ code: 'database.target' }),
    )
  },
)

test('refuses several read replicas', () => {
  expect(() => parseReplicaUrl('postgres://db1,db2/registry')).toThrow(
    expect.objectContaining({ code: 'database.replicas' }),
  )
})
