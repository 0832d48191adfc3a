import { AppDocument, NewToken } from '@cli-apps/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '../../services/registry/src/db/open-postgres.ts'
import { versions } from '../../services/registry/src/db/schema.ts'
import {
  createPostgresDatabase,
  createTestRegistry,
  manifestOf,
  type TestRegistry,
} from '../support/test-registry.ts'

const server = process.env.TEST_DATABASE_URL ?? ''

describe.runIf(server !== '')('two registries on one Postgres', () => {
  let replicas: [TestRegistry, TestRegistry]
  let drop: () => Promise<void>
  beforeAll(async () => {
    const database = await createPostgresDatabase(server)
    drop = database.drop
    const open = () => createTestRegistry(() => openPostgres(database.url))
    // Both migrate at once.
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

  test('agree on tokens at once, and on what is withdrawn within a second', async () => {
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
})
