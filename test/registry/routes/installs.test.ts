import { InstallCounts } from '@cli-apps/core'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createInstallTally } from '../../../services/registry/src/apps/install-counts.ts'
import { addInstalls } from '../../../services/registry/src/db/queries/install-rows.ts'
import { manifestOf } from '../../support/manifest-of.ts'
import { problemOf } from '../../support/problem-of.ts'
import { createTestRegistry, type TestRegistry } from '../../support/test-registry.ts'

const start = new Date('2026-01-31T23:59:00.000Z')
let registry: TestRegistry
beforeEach(async () => {
  registry ??= await createTestRegistry()
  await registry.reset()
  registry.clock.now = start
  await registry.publish(manifestOf(), await registry.token('ann', 'publish:*'))
})
afterAll(() => registry.close())

const report = (body: unknown) => registry.post('/v1/installs', body)
const installs = async (name = 'prettier') =>
  InstallCounts.parse(await (await registry.get(`/v1/apps/${name}/installs`)).json())
const write = () => registry.deps.installs.write(registry.database.queries)

describe('a reported install', () => {
  test('is counted by app and day, and nothing else of it is kept', async () => {
    for (let count = 0; count < 3; count++) expect((await report({ app: 'prettier' })).status).toBe(202)
    registry.clock.now = new Date(start.getTime() + 120_000)
    await report({ app: 'prettier' })
    await write()
    const { total, days } = await installs()
    expect(total).toBe(4)
    expect(days).toHaveLength(30)
    expect(days.slice(-2)).toEqual([
      { day: '2026-01-31', installs: 3 },
      { day: '2026-02-01', installs: 1 },
    ])
    const columns = await registry.database.queries.execute(
      sql`select column_name from information_schema.columns where table_name = 'install_counts' order by 1`,
    )
    // Each driver has a form of its own.
    const names = [...JSON.stringify(columns).matchAll(/"column_name":"(\w+)"/g)].map(([, name]) => name)
    expect(names).toEqual(['app', 'day', 'installs'])
  })

  test('of an app that is not here is accepted and dropped, so that nobody learns which are', async () => {
    expect((await report({ app: 'no-such-app' })).status).toBe(202)
    await write()
    expect(await problemOf(await registry.get('/v1/apps/no-such-app/installs'))).toMatchObject({
      code: 'app.unknown',
    })
  })

  test.each([
    ['a name that is none', { app: 'No App' }],
    ['more than the name', { app: 'prettier', user: 'ann' }],
    ['nothing', {}],
  ])('with %s is refused', async (_, body) => {
    expect((await report(body)).status).toBe(422)
    await write()
    expect((await installs()).total).toBe(0)
  })

  test('is not lost when the database cannot be written, nor when two servers add at once', async () => {
    const tally = createInstallTally(() => start)
    tally.count('prettier')
    const broken = { execute: () => Promise.reject(new Error('away')) }
    await expect(tally.write(broken as never)).rejects.toThrow('away')
    const { queries } = registry.database
    const other = [{ app: 'prettier', day: '2026-01-31', installs: 5 }]
    await Promise.all([tally.write(queries), addInstalls(queries, other), addInstalls(queries, other)])
    expect((await installs()).total).toBe(11)
    await tally.write(queries)
    expect((await installs()).total).toBe(11)
  })

  test('is on the page of the app within ten minutes, as a chart with its text, and changes no other document', async () => {
    const page = async () => (await registry.get('/apps/prettier', { accept: 'text/html' })).text()
    expect(await page()).not.toContain('svg class="days"')
    const generation = registry.deps.documents.generation()
    await report({ app: 'prettier' })
    await write()
    registry.clock.now = new Date(registry.clock.now.getTime() + 11 * 60_000)
    const shown = await page()
    expect(shown).toContain('aria-label="Installs in the last 30 days, by day: 1"')
    expect(shown).toContain('<title>2026-01-31: 1</title>')
    expect(registry.deps.documents.generation()).toBe(generation)
  })
})
