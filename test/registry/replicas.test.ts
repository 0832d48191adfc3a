import { AppDocument } from '@cli-apps/core'
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
})
