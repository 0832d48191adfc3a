import { NewToken, TokenList, Whoami } from '@cli-apps/core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as organizations from '../../../services/registry/src/auth/organizations.ts'
import { setUserDisabled } from '../../../services/registry/src/auth/users.ts'
import { manifestOf } from '../../support/manifest-of.ts'
import { problemOf } from '../../support/problem-of.ts'
import { createTestRegistry, type TestRegistry } from '../../support/test-registry.ts'

const day = 86_400_000
let registry: TestRegistry
const start = new Date('2026-01-02T03:04:05.678Z')
beforeAll(async () => {
  registry = await createTestRegistry()
})
beforeEach(async () => {
  registry.clock.now = start
  await registry.reset()
})
afterAll(() => registry.close())

const whoami = async (token: string) =>
  Whoami.parse(await (await registry.send('GET /v1/whoami', token)).json())
const create = async (token: string, body: unknown) => {
  const answer = await registry.send('POST /v1/tokens', token, body)
  expect(answer.status).toBe(201)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  return NewToken.parse(await answer.json())
}
const list = async (token: string) =>
  TokenList.parse(await (await registry.send('GET /v1/tokens', token)).json()).tokens
const refused = async (request: string, token: string, problem: object, body?: unknown) =>
  expect(await problemOf(await registry.send(request, token, body))).toMatchObject(problem)

describe('whoami', () => {
  test('shows what a token may do, and on which apps', async () => {
    const { queries } = registry.database
    const ann = await registry.token('ann', 'publish:*', 'yank:prettier')
    expect(await whoami(ann)).toEqual({
      user: 'ann',
      scopes: ['publish:*', 'yank:prettier'],
      token: { id: expect.any(String), label: null, expires_at: null },
      organisations: [],
      apps: [],
    })
    await organizations.createOrganization(queries, start, 'acme')
    await organizations.addMember(queries, start, { organization: 'acme', user: 'ann' })
    await organizations.addPrefix(queries, start, { organization: 'acme', prefix: 'acme' })
    for (const name of ['prettier', 'acme-tool']) await registry.publish(manifestOf({ name }), ann)
    expect(await whoami(ann)).toMatchObject({
      organisations: [{ name: 'acme', prefixes: ['acme'] }],
      apps: ['acme-tool', 'prettier'],
    })
  })
})

describe('a token created with a token', () => {
  test('has the scopes it was given, and shows its label', async () => {
    const ann = await registry.token('ann', 'publish:acme-*', 'yank:jq')
    const made = await create(ann, {
      label: 'CI of tool',
      scopes: ['publish:acme-tool', 'publish:acme-tool'],
      expires_days: 1,
    })
    expect(made).toMatchObject({ user: 'ann', scopes: ['publish:acme-tool'] })
    expect(made.expires_at).toBe(new Date(start.getTime() + day).toISOString())
    expect(await whoami(made.token)).toMatchObject({
      scopes: ['publish:acme-tool'],
      token: { label: 'CI of tool' },
    })
    expect((await registry.publish(manifestOf({ name: 'acme-tool' }), made.token)).status).toBe(201)
    expect(await problemOf(await registry.publish(manifestOf({ name: 'acme-x' }), made.token))).toMatchObject(
      {
        code: 'auth.scope',
      },
    )
  })

  test.each([['admin'], ['publish:*'], ['publish:jq'], ['owners:acme-tool'], ['publish:acme-tool', 'admin']])(
    'never may more than the one it is made with: %j',
    async (...scopes) => {
      const ann = await registry.token('ann', 'publish:acme-*', 'yank:jq')
      await refused('POST /v1/tokens', ann, { status: 403, code: 'auth.scope' }, { scopes })
      expect(await list(ann)).toHaveLength(1)
    },
  )

  test.each([
    [['everything'], 400, 'token.bad-scope'],
    [['publish:'], 400, 'token.bad-scope'],
    [['publish:jq\0'], 422, 'json.bad-text'],
    [[], 422, 'body.invalid'],
    [['x'.repeat(81)], 422, 'body.invalid'],
  ])('requires scopes that the creating token has, not %.30j', async (scopes, status, code) => {
    const ann = await registry.token('ann', 'admin')
    await refused('POST /v1/tokens', ann, { status, code }, { scopes })
  })

  test('expires no later than the token it was created with', async () => {
    const ann = await registry.token('ann', 'publish:*')
    const short = await create(ann, { scopes: ['publish:*'], expires_days: 2 })
    for (const expires_days of [undefined, 30]) {
      const made = await create(short.token, { scopes: ['publish:jq'], expires_days })
      expect(made.expires_at).toBe(short.expires_at)
    }
    registry.clock.now = new Date(start.getTime() + 2 * day)
    await refused('GET /v1/whoami', short.token, { status: 401, code: 'auth.expired-token' })
    await refused('POST /v1/tokens', short.token, { status: 401 }, { scopes: ['publish:jq'] })
  })
})

describe('tokens', () => {
  test('are listed to their user, without those that ended long ago', async () => {
    const ann = await registry.token('ann', 'publish:*')
    await registry.token('bob', 'publish:*')
    const short = await create(ann, { scopes: ['publish:jq'], expires_days: 1, label: 'short' })
    const own = (await list(ann)).sort((a, b) => (a.label ?? '').localeCompare(b.label ?? ''))
    expect(own).toMatchObject([
      { label: null, scopes: ['publish:*'], last_used_at: start.toISOString() },
      { label: 'short', id: short.id, last_used_at: null, revoked_at: null },
    ])
    expect(JSON.stringify(await list(ann))).not.toContain(short.token)
    registry.clock.now = new Date(start.getTime() + 32 * day)
    expect((await list(ann)).map(({ label }) => label)).toEqual([null])
  })

  test('can be revoked by their user, immediately and permanently', async () => {
    const ann = await registry.token('ann', 'publish:*')
    const made = await create(ann, { scopes: ['publish:jq'] })
    const revoke = () => registry.send(`DELETE /v1/tokens/${made.id}`, ann)
    expect(await (await revoke()).json()).toEqual({ changed: true })
    expect(await (await revoke()).json()).toEqual({ changed: false })
    await refused('GET /v1/whoami', made.token, { status: 401, code: 'auth.revoked-token' })
  })

  test('cannot be revoked by others, nor with a token of fewer scopes; any token can revoke itself', async () => {
    const ann = await registry.token('ann', 'publish:*')
    const bob = await registry.token('bob', 'publish:*')
    const { id } = (await whoami(ann)).token
    await refused(`DELETE /v1/tokens/${id}`, bob, { status: 404, code: 'token.unknown' })
    const less = await create(ann, { scopes: ['publish:jq'] })
    await refused(`DELETE /v1/tokens/${id}`, less.token, { status: 403, code: 'auth.scope' })
    expect((await registry.send(`DELETE /v1/tokens/${less.id}`, less.token)).status).toBe(200)
    for (const odd of ['%00', 'x'.repeat(5000), "'%20or%20''='", '%E0%A4%A'])
      await refused(`DELETE /v1/tokens/${odd}`, ann, { status: 404, code: 'token.unknown' })
    const admin = await registry.token('root', 'admin')
    expect((await registry.send(`DELETE /v1/tokens/${id}`, admin)).status).toBe(200)
    await refused('GET /v1/whoami', ann, { status: 401, code: 'auth.revoked-token' })
  })

  test('of a disabled user are refused until the user is enabled', async () => {
    const ann = await registry.token('ann', 'admin')
    const disable = (disabled: boolean) =>
      setUserDisabled(registry.database.queries, start, { user: 'ann', disabled })
    expect(await disable(true)).toEqual({ changed: true })
    expect(await disable(true)).toEqual({ changed: false })
    await refused('GET /v1/whoami', ann, { status: 401, code: 'auth.disabled-user' })
    expect(await problemOf(await registry.publish(manifestOf(), ann))).toMatchObject({ status: 401 })
    await disable(false)
    expect((await registry.send('GET /v1/whoami', ann)).status).toBe(200)
    await expect(
      setUserDisabled(registry.database.queries, start, { user: 'nobody', disabled: true }),
    ).rejects.toMatchObject({ code: 'user.unknown' })
  })
})
