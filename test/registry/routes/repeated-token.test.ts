import { AuditPage, NewToken, TokenList } from '@cli-apps/core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { trustAsOperator } from '../../../services/registry/src/auth/trusted-publishers.ts'
import { audience, subject, testIssuer } from '../../support/oidc-issuer.ts'
import { problemOf } from '../../support/problem-of.ts'
import { createTestRegistry, type TestRegistry } from '../../support/test-registry.ts'

const start = new Date('2026-01-02T03:04:05.678Z')
const day = 86_400_000
const issuers: string[] = []
let registry: TestRegistry
let ann: string
let admin: string
beforeAll(async () => {
  registry = await createTestRegistry(undefined, { issuers })
})
beforeEach(async () => {
  registry.clock.now = start
  await registry.reset()
  ann = await registry.token('ann', 'publish:*', 'yank:*')
  admin = await registry.token('root', 'admin')
})
afterAll(() => registry.close())

const request = { scopes: ['publish:jq'], label: 'ci', expires_days: 2 }
const ask = async (key: string | undefined, { token = ann, body = request as object } = {}) =>
  registry.app.request('/v1/tokens', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { Authorization: `Bearer ${token}`, ...(key !== undefined && { 'Idempotency-Key': key }) },
  })
const made = async (answer: Response) => {
  expect(answer.status).toBe(201)
  return NewToken.parse(await answer.json())
}
const statusOf = async (token: string) => (await registry.send('GET /v1/whoami', token)).status
const idsOf = async (token: string) =>
  TokenList.parse(await (await registry.send('GET /v1/tokens', token)).json()).tokens.map(({ id }) => id)
const rows = async (action: string) =>
  AuditPage.parse(await (await registry.send(`GET /v1/audit?action=${action}`, admin)).json()).items.filter(
    ({ actor }) => actor === 'ann',
  )
const refused = async (answer: Response) =>
  expect(await problemOf(answer)).toMatchObject({ status: 409, code: 'idempotency-key.used' })

describe('a request for a token, sent again with its key after the answer was lost', () => {
  test('creates no second token and no second audit entry, and returns a working secret', async () => {
    const lost = await made(await ask('once'))
    registry.clock.now = new Date(start.getTime() + day)
    const again = await made(await ask('once'))
    expect(again).toEqual({ ...lost, token: expect.any(String) })
    expect(await idsOf(ann)).toHaveLength(2)
    expect(await rows('token.create')).toMatchObject([{ details: { id: lost.id, label: 'ci' } }])
    expect(await statusOf(lost.token)).toBe(401)
    expect(await statusOf(again.token)).toBe(200)
  })

  test('creates one token even for concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask('once').then(made)))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await rows('token.create')).toHaveLength(1)
    const statuses = await Promise.all(answers.map(({ token }) => statusOf(token)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })

  test('never replaces a token in use', async () => {
    const { token } = await made(await ask('once'))
    expect(await statusOf(token)).toBe(200)
    await refused(await ask('once'))
    expect(await statusOf(token)).toBe(200)
  })

  test('never revives a token that was revoked or has expired', async () => {
    const revoked = await made(await ask('revoked'))
    await registry.send(`DELETE /v1/tokens/${revoked.id}`, ann)
    await refused(await ask('revoked'))
    await made(await ask('expired'))
    registry.clock.now = new Date(start.getTime() + 2 * day)
    await refused(await ask('expired'))
  })

  test.each([
    { ...request, scopes: ['publish:yq'] },
    { ...request, label: 'other' },
    { ...request, expires_days: 3 },
    { scopes: request.scopes, label: request.label },
  ])('is refused when the request differs: %j', async (body) => {
    const { token } = await made(await ask('once'))
    await refused(await ask('once', { body }))
    expect(await statusOf(token)).toBe(200)
  })

  test('counts as a new request with another key, without a key, or with another token', async () => {
    const other = await registry.token('ann', 'publish:*')
    const answers = [ask('once'), ask('twice'), ask(undefined), ask(undefined), ask('once', { token: other })]
    const ids = (await Promise.all(answers)).map(made)
    expect(new Set((await Promise.all(ids)).map(({ id }) => id)).size).toBe(5)
  })

  test.each(['', 'a b', 'x'.repeat(201), 'é'])(
    'has a key of visible ASCII characters, not %s',
    async (key) => {
      expect(await problemOf(await ask(key))).toMatchObject({ status: 400, code: 'idempotency-key.invalid' })
      expect(await idsOf(ann)).toHaveLength(1)
    },
  )
})

test('a token revoked again after the response was lost has one audit entry', async () => {
  const { id } = await made(await ask('once'))
  for (const changed of [true, false])
    expect(await (await registry.send(`DELETE /v1/tokens/${id}`, ann)).json()).toEqual({ changed })
  const own = await made(await ask('own', { body: { scopes: ['publish:jq'] } }))
  const statuses = [200, 401]
  for (const status of statuses)
    expect((await registry.send(`DELETE /v1/tokens/${own.id}`, own.token)).status).toBe(status)
  expect((await rows('token.revoke')).map(({ details }) => details?.id).sort()).toEqual([id, own.id].sort())
})

test('an identity exchanged again after the response was lost creates no second token', async () => {
  const issuer = await testIssuer(start)
  issuers.splice(0, 1, issuer.url)
  const trust = { app: 'jq', user: 'ann', issuer: issuer.url, audience, subject, issuers }
  await trustAsOperator(registry.database.queries, start, trust)
  const body = { app: 'jq', id_token: await issuer.identity() }
  await made(await registry.post('/v1/tokens/exchange', body))
  const again = await problemOf(await registry.post('/v1/tokens/exchange', body))
  expect(again).toMatchObject({ status: 401, code: 'auth.used-identity' })
  expect(await idsOf(ann)).toHaveLength(2)
  expect(await rows('token.exchange')).toHaveLength(1)
})
