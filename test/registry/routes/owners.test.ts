import { AppDocument, OwnersAnswer, TrustedPublisherList } from '@cli-apps/core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as organizations from '../../../services/registry/src/auth/organizations.ts'
import { manifestOf } from '../../support/manifest-of.ts'
import { problemOf } from '../../support/problem-of.ts'
import { createTestRegistry, type TestRegistry } from '../../support/test-registry.ts'

const issuer = 'https://ci.example.org'
let registry: TestRegistry
let ann: string
let bob: string
beforeAll(async () => {
  registry = await createTestRegistry(undefined, { issuers: [issuer] })
})
beforeEach(async () => {
  await registry.reset()
  ann = await registry.token('ann', 'publish:*', 'owners:*')
  bob = await registry.token('bob', 'publish:*', 'owners:*', 'yank:*')
  await registry.publish(manifestOf(), ann)
})
afterAll(() => registry.close())

const ownersOf = async (name = 'prettier') =>
  OwnersAnswer.parse(await (await registry.get(`/v1/apps/${name}/owners`)).json()).owners
const refused = async (request: string, token: string, problem: object, body?: unknown) =>
  expect(await problemOf(await registry.send(request, token, body))).toMatchObject(problem)
const makeOrganization = async (name: string, members: string[], prefixes: string[] = []) => {
  const { queries } = registry.database
  const { now } = registry.clock
  await organizations.createOrganization(queries, now, name)
  for (const user of members) await organizations.addMember(queries, now, { organization: name, user })
  for (const prefix of prefixes) await organizations.addPrefix(queries, now, { organization: name, prefix })
}

describe('owners', () => {
  test('can add and remove each other, and the app document is updated', async () => {
    const version = manifestOf({ version: '4.0.0' })
    expect(await problemOf(await registry.publish(version, bob))).toMatchObject({ code: 'auth.not-owner' })
    const added = await registry.send('PUT /v1/apps/prettier/owners/bob', ann)
    expect(await added.json()).toEqual({ changed: true })
    expect(await (await registry.send('PUT /v1/apps/prettier/owners/bob', ann)).json()).toEqual({
      changed: false,
    })
    expect(await ownersOf()).toEqual(['ann', 'bob'])
    expect((await registry.publish(version, bob)).status).toBe(201)
    expect((await registry.send('DELETE /v1/apps/prettier/owners/ann', bob)).status).toBe(200)
    const app = AppDocument.parse(await (await registry.get('/v1/apps/prettier.json')).json())
    expect(app.owners).toEqual(['bob'])
    await refused('PUT /v1/apps/prettier/owners/ann', ann, { status: 403, code: 'auth.not-owner' })
    expect(await problemOf(await registry.publish(manifestOf({ version: '5.0.0' }), ann))).toMatchObject({
      code: 'auth.not-owner',
    })
  })

  test('are never none, even if two leave concurrently', async () => {
    await refused('DELETE /v1/apps/prettier/owners/ann', ann, { status: 409, code: 'owner.last' })
    await registry.send('PUT /v1/apps/prettier/owners/bob', ann)
    const left = await Promise.all([
      registry.send('DELETE /v1/apps/prettier/owners/ann', ann),
      registry.send('DELETE /v1/apps/prettier/owners/bob', bob),
    ])
    expect(left.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await ownersOf()).toHaveLength(1)
  })

  test.each(['nobody', '@nobody', '@', 'Ann', '%00', 'x'.repeat(5000), '__proto__'])(
    'must be existing users and organizations, not %.20s',
    async (owner) => {
      await refused(`PUT /v1/apps/prettier/owners/${owner}`, ann, { status: 404, code: 'owner.unknown' })
      const removed = await registry.send(`DELETE /v1/apps/prettier/owners/${owner}`, ann)
      expect(await removed.json()).toEqual({ changed: false })
    },
  )

  test('need the scope to change owners', async () => {
    const token = await registry.token('ann', 'publish:*', 'yank:*', 'owners:eslint')
    await refused('PUT /v1/apps/prettier/owners/bob', token, { status: 403, code: 'auth.scope' })
    const wide = await registry.token('ann', 'owners:prett-*')
    await refused('PUT /v1/apps/prettier/owners/bob', wide, { status: 403, code: 'auth.scope' })
  })
})

describe('an organization', () => {
  test('owns apps through its current members', async () => {
    await makeOrganization('acme', ['bob'])
    expect((await registry.send('PUT /v1/apps/prettier/owners/%40acme', ann)).status).toBe(200)
    expect(await ownersOf()).toEqual(['@acme', 'ann'])
    expect((await registry.publish(manifestOf({ version: '4.0.0' }), bob)).status).toBe(201)
    const membership = { organization: 'acme', user: 'bob' }
    await organizations.removeMember(registry.database.queries, registry.clock.now, membership)
    await refused('POST /v1/apps/prettier/4.0.0/yank', bob, { code: 'auth.not-owner' }, { reason: 'x' })
    expect((await registry.send('DELETE /v1/apps/prettier/owners/@acme', ann)).status).toBe(200)
    expect(await ownersOf()).toEqual(['ann'])
  })

  test('reserves new names with its prefix, and owns them', async () => {
    await makeOrganization('acme', ['bob'], ['acme', 'acme-web'])
    await makeOrganization('other', ['ann'], ['acme-labs'])
    for (const name of ['acme', 'acme-tool', 'acme-web-x']) {
      const problem = await problemOf(await registry.publish(manifestOf({ name }), ann))
      expect(problem).toMatchObject({ status: 403, code: 'auth.prefix' })
      expect(problem.detail).toContain('@acme')
      expect((await registry.publish(manifestOf({ name }), bob)).status).toBe(201)
      expect(await ownersOf(name)).toEqual(['@acme'])
    }
    // The longest prefix decides, and a prefix ends at a hyphen.
    expect((await registry.publish(manifestOf({ name: 'acme-labs-x' }), ann)).status).toBe(201)
    expect(await ownersOf('acme-labs-x')).toEqual(['@other'])
    expect((await registry.publish(manifestOf({ name: 'acmeology' }), ann)).status).toBe(201)
    expect(await ownersOf('acmeology')).toEqual(['ann'])
  })

  test('gets a reserved name even if an admin publishes it first, and leaves older apps unchanged', async () => {
    await makeOrganization('acme', ['bob'], ['acme', 'prettier'])
    const admin = await registry.token('root', 'admin')
    expect((await registry.publish(manifestOf({ name: 'acme-tool' }), admin)).status).toBe(201)
    expect(await ownersOf('acme-tool')).toEqual(['@acme'])
    expect((await registry.publish(manifestOf({ version: '4.0.0' }), ann)).status).toBe(201)
    expect(await ownersOf()).toEqual(['ann'])
  })

  test('cannot take a prefix of another organization', async () => {
    await makeOrganization('acme', [], ['acme'])
    const { queries } = registry.database
    await organizations.createOrganization(queries, registry.clock.now, 'other')
    const prefix = { organization: 'other', prefix: 'acme' }
    await expect(organizations.addPrefix(queries, registry.clock.now, prefix)).rejects.toMatchObject({
      code: 'organisation.prefix-taken',
    })
    const unknown = { organization: 'nope', user: 'ann' }
    await expect(organizations.addMember(queries, registry.clock.now, unknown)).rejects.toMatchObject({
      code: 'organisation.unknown',
    })
  })
})

describe('trusted publishers', () => {
  const publisher = { issuer, audience: 'registry', subject: 'repo:acme/tool:ref:refs/heads/main' }
  const list = async (token: string) =>
    TrustedPublisherList.parse(
      await (await registry.send('GET /v1/apps/prettier/trusted-publishers', token)).json(),
    ).publishers

  test('can be added, listed and removed by owners', async () => {
    const path = '/v1/apps/prettier/trusted-publishers'
    expect(await (await registry.send(`POST ${path}`, ann, publisher)).json()).toEqual({ changed: true })
    expect(await (await registry.send(`POST ${path}`, ann, publisher)).json()).toEqual({ changed: false })
    const [added] = await list(ann)
    expect(added).toEqual({ ...publisher, user: 'ann', id: expect.any(String) })
    await refused(`GET ${path}`, bob, { status: 403, code: 'auth.not-owner' })
    await refused(`DELETE ${path}/${added?.id}`, bob, { status: 403, code: 'auth.not-owner' })
    await registry.publish(manifestOf({ name: 'eslint' }), bob)
    const elsewhere = await registry.send(`DELETE /v1/apps/eslint/trusted-publishers/${added?.id}`, bob)
    expect(await elsewhere.json()).toEqual({ changed: false })
    for (const id of ['%00', 'x'.repeat(5000)])
      expect((await registry.send(`DELETE ${path}/${id}`, ann)).status).toBe(200)
    expect((await registry.send(`DELETE ${path}/${added?.id}`, ann)).status).toBe(200)
    expect(await list(ann)).toEqual([])
  })

  test.each([
    [{ issuer: 'https://evil.example.org' }, 'trust.issuer'],
    [{ issuer: 'http://169.254.169.254' }, 'trust.issuer'],
    [{ subject: '*' }, 'trust.subject'],
    [{ subject: 'repo:*' }, 'trust.subject'],
    [{ subject: 'repo:acme*' }, 'trust.subject'],
  ])('are refused with %j', async (change, rule) => {
    const answer = await registry.send('POST /v1/apps/prettier/trusted-publishers', ann, {
      ...publisher,
      ...change,
    })
    const problem = await problemOf(answer)
    expect(problem).toMatchObject({ status: 422, code: 'trust.invalid' })
    expect(problem.issues?.map((issue) => issue.rule)).toEqual([rule])
  })

  test('act for an owner, and never for an admin', async () => {
    const admin = await registry.token('root', 'admin')
    await refused(
      'POST /v1/apps/prettier/trusted-publishers',
      admin,
      { status: 403, code: 'trust.not-owner' },
      publisher,
    )
  })
})

describe('an alias within the prefix of an organization', () => {
  test('is refused for apps that the organization does not own, even in a later version', async () => {
    await makeOrganization('acme', ['ann'], ['acme'])
    const mine = (change: object) => registry.publish(manifestOf({ name: 'my-tool', ...change }), bob)
    for (const alias of ['acme', 'acme-cli', 'ACME-Tool', 'acme tool', 'ａｃｍｅ-x']) {
      const problem = await problemOf(await mine({ version: '1.0.0', aliases: [alias] }))
      expect(problem.status).toBeGreaterThanOrEqual(400)
      if (problem.status === 403) expect(problem.code).toBe('auth.prefix')
    }
    expect((await mine({ version: '1.0.0', aliases: ['acmetric'] })).status).toBe(201)
    expect(await problemOf(await mine({ version: '1.0.1', aliases: ['acme-cli'] }))).toMatchObject({
      status: 403,
      code: 'auth.prefix',
    })
  })

  test('is allowed for apps of the organization, and apps that already have it keep it', async () => {
    const old = (version: string) =>
      registry.publish(manifestOf({ name: 'my-tool', version, aliases: ['acme-cli'] }), bob)
    expect((await old('1.0.0')).status).toBe(201)
    await makeOrganization('acme', ['ann'], ['acme'])
    expect((await old('1.0.1')).status).toBe(201)
    const own = manifestOf({ name: 'acme-suite', version: '1.0.0', aliases: ['acme-desk'] })
    expect((await registry.publish(own, ann)).status).toBe(201)
  })
})
