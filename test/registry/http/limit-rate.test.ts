import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { manifestOf } from '../../support/manifest-of.ts'
import { problemOf } from '../../support/problem-of.ts'
import { createTestRegistry, type TestRegistry } from '../../support/test-registry.ts'

const rateLimits = { reads: 5, writes: 2, failures: 2 }

let registry: TestRegistry
beforeAll(async () => {
  registry = await createTestRegistry(undefined, { rateLimits })
})
beforeEach(async () => {
  await registry.reset()
  // A new window without counts.
  registry.clock.now = new Date(registry.clock.now.getTime() + 60_000)
})
afterAll(() => registry.close())

const from = (address: string, path: string, headers: Record<string, string> = {}): Promise<Response> =>
  Promise.resolve(
    registry.app.request(path, { headers }, { incoming: { socket: { remoteAddress: address } } } as never),
  )

test('queries are limited by address, with headers that say how many are left', async () => {
  const first = await from('192.0.2.1', '/v1/apps')
  expect(first.headers.get('ratelimit-policy')).toBe('"reads";q=5;w=60')
  expect(first.headers.get('ratelimit')).toMatch(/^"reads";r=4;t=\d+$/)
  for (let count = 0; count < 4; count++) await from('192.0.2.1', '/v1/apps')
  const refused = await from('192.0.2.1', '/v1/apps')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('ratelimit')).toMatch(/^"reads";r=0;/)
  const problem = await problemOf(refused)
  expect(problem).toMatchObject({ code: 'rate.limited', hint: expect.stringMatching(/in \d+ s/) })
  expect(refused.headers.get('retry-after')).toBe(String(problem.details?.retry_after))
  expect((await from('192.0.2.2', '/v1/apps')).status).toBe(200)
  expect((await from('192.0.2.1', '/healthz')).status).toBe(200)
})

test('documents count when they are rendered, not when they are cached, and carry no rate-limit headers', async () => {
  const token = await registry.token('ann', 'publish:*')
  await registry.publish(manifestOf(), token)
  for (let count = 0; count < 20; count++) {
    const document = await from('192.0.2.3', '/v1/apps/prettier.json')
    expect([document.status, document.headers.get('ratelimit')]).toEqual([200, null])
  }
  for (let count = 0; count < 4; count++) await from('192.0.2.3', `/v1/apps/none-${count}.json`)
  expect((await from('192.0.2.3', '/v1/apps/another.json')).status).toBe(429)
  expect((await from('192.0.2.3', '/v1/index.json')).status).toBe(429)
  expect((await from('192.0.2.3', '/v1/apps/prettier.json')).status).toBe(200)
})

test('writes are limited by account, across its tokens and spellings of the header', async () => {
  const [one, two] = [await registry.token('ann', 'publish:*'), await registry.token('ann', 'publish:*')]
  const bob = await registry.token('bob', 'publish:*')
  let addresses = 0
  const publish = async (name: string, version: string, authorization: string): Promise<Response> =>
    registry.app.request(
      `/v1/apps/${name}/${version}`,
      { method: 'PUT', body: JSON.stringify(manifestOf({ name, version })), headers: { authorization } },
      { incoming: { complete: true, socket: { remoteAddress: `192.0.2.${addresses++}` } } } as never,
    )
  expect((await publish('app-of-ann', '1.0.0', `Bearer ${one}`)).status).toBe(201)
  expect((await publish('app-of-ann', '1.0.1', `bearer   ${two}`)).status).toBe(201)
  for (const scheme of ['Bearer ', 'bearer ', 'BEARER  ', 'bEaReR   '])
    for (const token of [one, two]) {
      const refused = await publish('app-of-ann', '1.0.2', scheme + token)
      expect(refused.headers.get('ratelimit-policy')).toBe('"writes";q=2;w=60')
      expect(await problemOf(refused)).toMatchObject({ status: 429, code: 'rate.limited' })
    }
  expect((await publish('app-of-bob', '1.0.0', `Bearer ${bob}`)).status).toBe(201)
})

test('writes count as requests of their address, even with a header that contains no token', async () => {
  const ask = async (): Promise<number> =>
    (
      await registry.app.request(
        '/v1/validate',
        { method: 'POST', body: '{}', headers: { authorization: 'Basic YTpi' } },
        { incoming: { complete: true, socket: { remoteAddress: '198.51.100.1' } } } as never,
      )
    ).status
  for (let count = 0; count < rateLimits.reads; count++) await ask()
  expect(await ask()).toBe(429)
})

test('an address that sent bad tokens may send no more of them, but may still send requests without one', async () => {
  const token = await registry.token('ann', 'publish:*')
  const whoami = (authorization: string) => from('192.0.2.4', '/v1/whoami', { authorization })
  for (const guess of ['cliapps_a', 'cliapps_b']) expect((await whoami(`Bearer ${guess}`)).status).toBe(401)
  expect(await problemOf(await whoami(`Bearer ${token}`))).toMatchObject({ status: 429 })
  expect((await from('192.0.2.4', '/v1/apps')).status).toBe(200)
  expect((await from('192.0.2.5', '/v1/whoami', { authorization: `Bearer ${token}` })).status).toBe(200)
})

test('servers agree on counts through the database table', async () => {
  const { addRateCounts, deleteRateCounts } = await import(
    '../../../services/registry/src/db/queries/rate-limit-rows.ts'
  )
  const db = registry.database.queries
  const [now, before] = [new Date('2026-01-02T03:05:00Z'), new Date('2026-01-02T03:04:00Z')]
  await addRateCounts(db, before, [{ key: 'a', count: 7 }])
  expect(
    await addRateCounts(db, now, [
      { key: 'b', count: 1 },
      { key: 'a', count: 2 },
    ]),
  ).toHaveLength(2)
  expect(await addRateCounts(db, now, [{ key: 'a', count: 3 }])).toEqual([{ key: 'a', count: 5 }])
  await deleteRateCounts(db, now)
  expect(await addRateCounts(db, before, [{ key: 'a', count: 1 }])).toEqual([{ key: 'a', count: 1 }])
})

test('the clawhub CLI gets a message that it can read', async () => {
  for (let count = 0; count < 5; count++) await from('192.0.2.6', '/api/v1/skills')
  const refused = await from('192.0.2.6', '/api/v1/skills')
  expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'text/plain; charset=utf-8'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})
