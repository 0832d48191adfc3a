import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Queries } from '../../../services/registry/src/db/database.ts'
import { openPostgres } from '../../../services/registry/src/db/postgres/open-postgres.ts'
import { manifestOf } from '../../support/manifest-of.ts'
import { problemOf } from '../../support/problem-of.ts'
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts'
import {
  createPostgresDatabase,
  createTestRegistry,
  openTestDatabase,
  type TestRegistry,
} from '../../support/test-registry.ts'

const warning = '110 - "Response is Stale"'
const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

/** Queries that fail as if the database were unavailable, once it is. */
const breakable = (queries: Queries, isAway: () => boolean): Queries =>
  new Proxy(queries, {
    get: (target, key) => {
      if (isAway() && key !== 'constructor') throw away
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

describe('while the database is unavailable', () => {
  let registry: TestRegistry
  let isAway = false
  let isCurrent = true
  let token: string
  beforeAll(async () => {
    registry = await createTestRegistry(async () => {
      const database = await openTestDatabase()
      return {
        ...database,
        queries: breakable(database.queries, () => isAway),
        listen: async (changed) => {
          await database.listen(changed)
          return { isCurrent: () => isCurrent }
        },
      }
    })
    token = await registry.token('ann', 'publish:*')
    await registry.publish(manifestOf(), token)
    await registry.database.queries.execute(sql`update versions set signatures = '[{}]'`)
    for (const path of ['index', 'apps/prettier/3.6.2']) await registry.get(`/v1/${path}.json`)
    await registry.publish(manifestOf({ version: '3.7.0' }), token)
    isAway = true
  })
  afterAll(() => registry.close())

  test('a document is served in its last known version, marked as stale and with a short lifetime', async () => {
    const stale = await registry.get('/v1/index.json')
    expect(stale.status).toBe(200)
    expect(await stale.json()).toMatchObject({ apps: [{ name: 'prettier', latest: '3.6.2' }] })
    expect(stale.headers.get('warning')).toBe(warning)
    expect(stale.headers.get('cache-control')).toBe('public, max-age=5')
    const etag = stale.headers.get('etag') ?? ''
    const unchanged = await registry.get('/v1/index.json', { 'If-None-Match': etag })
    expect([unchanged.status, unchanged.headers.get('warning')]).toEqual([304, warning])
  })

  test('a signed version is served unchanged', async () => {
    const version = await registry.get('/v1/apps/prettier/3.6.2.json')
    expect([version.status, version.headers.get('warning')]).toEqual([200, null])
    expect(version.headers.get('cache-control')).toContain('immutable')
  })

  test('uncached documents, queries and writes are a 503 that says when to retry', async () => {
    const answers = [
      await registry.get('/v1/apps/unknown.json'),
      await registry.get('/v1/apps'),
      await registry.publish(manifestOf({ version: '3.8.0' }), token),
    ]
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await problemOf(answer)).toMatchObject({ code: 'database.away' })
    }
  })

  test('nothing is marked as stale once the database is back', async () => {
    isAway = false
    const fresh = await registry.get('/v1/index.json')
    expect(await fresh.json()).toMatchObject({ apps: [{ latest: '3.7.0' }] })
    expect(fresh.headers.get('warning')).toBeNull()
  })

  test('documents are marked as stale while changes may be missed', async () => {
    await registry.get('/v1/apps/prettier.json')
    isCurrent = false
    for (const path of ['/v1/index.json', '/v1/apps/prettier.json', '/v1/categories.json'])
      expect((await registry.get(path)).headers.get('warning')).toBe(warning)
    isCurrent = true
    expect((await registry.get('/v1/apps/prettier.json')).headers.get('warning')).toBeNull()
  })
})

const server = process.env.TEST_DATABASE_URL ?? ''

describe.runIf(server !== '')('a Postgres that is cut off', () => {
  let proxy: TcpProxy
  let registry: TestRegistry
  let other: TestRegistry
  let drop: () => Promise<void>
  beforeAll(async () => {
    const database = await createPostgresDatabase(server)
    drop = database.drop
    const direct = new URL(database.url)
    proxy = await startTcpProxy({ host: direct.hostname, port: Number(direct.port || 5432) })
    const through = new URL(direct)
    through.port = String(proxy.port)
    registry = await createTestRegistry(() => openPostgres(through.href))
    other = await createTestRegistry(() => openPostgres(direct.href))
  })
  afterAll(async () => {
    await registry.close()
    await other.close()
    await proxy.close()
    await drop()
  })

  test.each(['cut', 'silence'] as const)(
    'after %s: stale documents, 503 for the rest, and all as before when it is back',
    async (kind) => {
      const name = `app-${kind}`
      const token = await other.token('ann', 'publish:*')
      await other.publish(manifestOf({ name, version: '1.0.0' }), token)
      const document = () => registry.get(`/v1/apps/${name}.json`)
      expect(await (await document()).json()).toMatchObject({ latest: '1.0.0' })
      proxy[kind]()
      const marked = async () => [(await document()).status, (await document()).headers.get('warning')]
      await expect.poll(marked, { timeout: 20_000 }).toEqual([200, warning])
      expect((await registry.publish(manifestOf({ name }), token)).status).toBe(503)
      await other.publish(manifestOf({ name, version: '1.1.0' }), token)
      proxy.restore()
      const latest = async () => {
        const answer = await document()
        return [((await answer.json()) as { latest: string }).latest, answer.headers.get('warning')]
      }
      // The driver waits longer after each failure, and a busy machine causes more of them.
      await expect.poll(latest, { timeout: 60_000 }).toEqual(['1.1.0', null])
      expect((await registry.publish(manifestOf({ name, version: '1.2.0' }), token)).status).toBe(201)
    },
    120_000,
  )
})
