import { AppDocument, NewToken } from '@cli-apps/core'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../services/registry/src/db/postgres/open-postgres.ts'
import { addRateCounts } from '../../services/registry/src/db/queries/rate-limit-rows.ts'
import { apps, auditLog, versions } from '../../services/registry/src/db/schema.ts'
import { createMachine } from '../support/cli.ts'
import { manifestOf } from '../support/manifest-of.ts'
import { startRegistry } from '../support/registry-process.ts'
import { createPostgresDatabase, createTestRegistry, type TestRegistry } from '../support/test-registry.ts'

const rateLimits = { reads: 1000, writes: 1000, failures: 3 }
const server = process.env.TEST_DATABASE_URL ?? ''

describe.runIf(server !== '')('two registries on one Postgres', () => {
  let replicas: [TestRegistry, TestRegistry]
  let drop: () => Promise<void>
  beforeAll(async () => {
    const database = await createPostgresDatabase(server)
    drop = database.drop
    const open = () => createTestRegistry(() => openPostgres(database.url), { rateLimits })
    // Both migrate concurrently.
    replicas = await Promise.all([open(), open()])
  })
  afterAll(async () => {
    for (const replica of replicas) await replica.close()
    await drop()
  })

  test('serve within a second what the other one published', async () => {
    const [left, right] = replicas
    const token = await left.token('ann', 'publish:*')
    const latest = async () =>
      AppDocument.parse(await (await right.get('/v1/apps/prettier.json')).json()).latest
    await left.publish(manifestOf(), token)
    expect(await latest()).toBe('3.6.2')
    await left.publish(manifestOf({ version: '3.7.0' }), token)
    await expect.poll(latest, { timeout: 1000, interval: 10 }).toBe('3.7.0')
  })

  test('never store one version twice', async () => {
    const token = await replicas[0].token('bob', 'publish:*')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        replicas[index % 2 === 0 ? 0 : 1].publish(
          manifestOf({ name: 'jq', summary: `Number ${index}` }),
          token,
        ),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
    const rows = await replicas[1].database.queries.select().from(versions)
    expect(rows.filter(({ app }) => app === 'jq')).toHaveLength(1)
  })

  test('never give two publishers near-identical names, even for concurrent requests', async () => {
    const [left, right] = replicas
    const [ann, bob] = [await left.token('ann', 'publish:*'), await left.token('bob', 'publish:*')]
    for (const word of ['marmalade', 'gooseberry', 'elderflower']) {
      const answers = await Promise.all([
        left.publish(manifestOf({ name: `${word}-x`, entry_point: word }), ann),
        right.publish(manifestOf({ name: `${word}x`, entry_point: word }), bob),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 403])
    }
  })

  test("agree on the number of a client's requests once they have exchanged their counts", async () => {
    const take = ({ deps }: TestRegistry) => deps.limiter.take('failures', 'somebody').isAllowed
    const share = ({ deps }: TestRegistry) =>
      deps.limiter.share((window, counts) => addRateCounts(deps.db, window, counts))
    const [left, right] = replicas
    expect([take(left), take(right), take(left)]).toEqual([true, true, true])
    for (const replica of [left, right]) await share(replica)
    expect(take(right)).toBe(false)
  })

  test('agree on new tokens immediately, and on revoked ones within a second', async () => {
    const [left, right] = replicas
    const token = await left.token('cleo', 'publish:*', 'yank:*')
    for (const version of ['1.0.0', '2.0.0'])
      expect((await right.publish(manifestOf({ name: 'fd', version }), token)).status).toBe(201)
    const latest = async () => AppDocument.parse(await (await right.get('/v1/apps/fd.json')).json()).latest
    expect(await latest()).toBe('2.0.0')
    expect((await left.send('POST /v1/apps/fd/2.0.0/yank', token, { reason: 'Broken' })).status).toBe(200)
    await expect.poll(latest, { timeout: 1000, interval: 10 }).toBe('1.0.0')
    const { id } = NewToken.parse(
      await (await left.send('POST /v1/tokens', token, { scopes: ['publish:fd'] })).json(),
    )
    expect((await right.send(`DELETE /v1/tokens/${id}`, token)).status).toBe(200)
    expect(await (await left.send(`DELETE /v1/tokens/${id}`, token)).json()).toEqual({ changed: false })
  })

  test('never leave an app without an owner', async () => {
    const [left, right] = replicas
    const ann = await left.token('ann', 'publish:*', 'owners:*')
    const bob = await left.token('bob', 'owners:*')
    for (let round = 0; round < 5; round++) {
      const name = `app-${round}`
      await left.publish(manifestOf({ name }), ann)
      await left.send(`PUT /v1/apps/${name}/owners/bob`, ann)
      const answers = await Promise.all([
        left.send(`DELETE /v1/apps/${name}/owners/ann`, ann),
        right.send(`DELETE /v1/apps/${name}/owners/bob`, bob),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    }
  })

  test('store the downloads that each of them counted', async () => {
    const token = await replicas[0].token('ann', 'publish:*')
    await replicas[0].publish(manifestOf({ name: 'counted' }), token)
    for (const { deps, get } of replicas) {
      for (const method of ['get', 'get', 'revalidate'])
        await get('/v1/apps/counted/3.6.2.json', method === 'get' ? {} : { 'If-None-Match': '*' })
      await get('/v1/apps/counted.json')
      await deps.downloads.write(deps.db)
      await deps.downloads.write(deps.db)
    }
    const rows = await replicas[0].database.queries.select().from(apps).where(eq(apps.name, 'counted'))
    expect(rows).toMatchObject([{ downloads: 4 }])
  })
})

describe.runIf(server !== '')('two servers that may be killed at any moment', () => {
  const kills = Number(process.env.CLI_APPS_TEST_KILLS ?? 4)

  test('lose no acknowledged version, and store none twice or partially', {
    timeout: 600_000,
  }, async () => {
    const database = await createPostgresDatabase(server)
    onTestFinished(database.drop)
    const machine = await createMachine({ DATABASE_URL: database.url, CLI_APPS_RATE_LIMITS: 'off' })
    const start = () => startRegistry(machine, '--no-seed')
    const servers = [await start(), await start()]
    const token = await servers[0]?.token('ann', 'publish:*')
    const acknowledged = new Set<string>()
    const attempted = new Set<string>()
    let isOver = false

    /** Publishes version after version, retrying each until a server acknowledges it. */
    async function publishOn(app: string): Promise<void> {
      for (let patch = 0, turn = 0; !isOver; turn++) {
        const version = `1.0.${patch}`
        attempted.add(`${app}@${version}`)
        const answer = await fetch(`${servers[turn % 2]?.url}/v1/apps/${app}/${version}`, {
          method: 'PUT',
          body: JSON.stringify(manifestOf({ name: app, version })),
          headers: { Authorization: `Bearer ${token}` },
        }).catch(() => undefined)
        if (answer?.status !== 201 && answer?.status !== 200) continue
        acknowledged.add(`${app}@${version}`)
        patch++
      }
    }

    async function killAfter(count: number, index: number): Promise<void> {
      const goal = acknowledged.size + count
      await expect
        .poll(() => acknowledged.size, { timeout: 30_000, interval: 1 })
        .toBeGreaterThanOrEqual(goal)
      servers[index]?.process.kill('SIGKILL')
      servers[index] = await start()
    }

    const publishing = Promise.all(['app-a', 'app-b', 'app-c'].map(publishOn))
    for (let kill = 0; kill < kills; kill++)
      await killAfter(1 + Math.floor(Math.random() * 20), Math.random() < 0.5 ? 0 : 1)
    isOver = true
    await publishing

    const { queries, close } = await openPostgres(database.url)
    const stored = (await queries.select().from(versions)).map(({ app, version }) => `${app}@${version}`)
    const audited = (await queries.select().from(auditLog))
      .filter(({ action }) => action === 'version.publish')
      .map(({ app, version }) => `${app}@${version}`)
    await close()
    expect([...acknowledged].filter((version) => !stored.includes(version))).toEqual([])
    expect(stored.filter((version) => !attempted.has(version))).toEqual([])
    expect([...stored].sort()).toEqual([...new Set(stored)].sort())
    expect([...audited].sort()).toEqual([...stored].sort())
    for (const { url } of servers)
      for (const app of ['app-a', 'app-b', 'app-c']) {
        const document = AppDocument.parse(await (await fetch(`${url}/v1/apps/${app}.json`)).json())
        const told = document.versions.map(({ version }) => `${app}@${version}`)
        expect(told.sort()).toEqual(stored.filter((version) => version.startsWith(`${app}@`)).sort())
      }
    for (const { stop } of servers) await stop()
  })
})
