import { createHash } from 'node:crypto'
import { AppDocument, AppPage, PublishReceipt, VersionDocument, WholeIndex } from '@cli-apps/core'
import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog, tokens, versions } from '../../../services/registry/src/db/schema.ts'
import { manifestOf } from '../../support/manifest-of.ts'
import { problemOf } from '../../support/problem-of.ts'
import { createTestRegistry, type TestRegistry } from '../../support/test-registry.ts'

let registry: TestRegistry
beforeAll(async () => {
  registry = await createTestRegistry()
})
beforeEach(() => registry.reset())
afterAll(() => registry.close())

const appOf = async (name: string) =>
  AppDocument.parse(await (await registry.get(`/v1/apps/${name}.json`)).json())
const servedVersion = async () =>
  VersionDocument.parse(await (await registry.get('/v1/apps/prettier/3.6.2.json')).json())
const rows = () => registry.database.queries.select().from(versions)

describe('publishing', () => {
  test('stores a version, keeps its text as received, and records it in the audit log', async () => {
    const token = await registry.token('ann', 'publish:prettier')
    const text = `${JSON.stringify(manifestOf(), null, 4)}\n`
    const response = await registry.put('/v1/apps/prettier/3.6.2', text, { Authorization: `Bearer ${token}` })
    expect(response.status).toBe(201)
    const receipt = PublishReceipt.parse(await response.json())
    expect(receipt).toMatchObject({ name: 'prettier', version: '3.6.2' })
    expect(receipt.url).toBe('http://localhost/v1/apps/prettier/3.6.2.json')
    expect(await rows()).toMatchObject([{ manifest: text, digest: receipt.digest, publishedBy: 'ann' }])
    const log = await registry.database.queries.select().from(auditLog).orderBy(asc(auditLog.id))
    expect(log.map(({ actor, action, app, version }) => ({ actor, action, app, version }))).toEqual([
      { actor: 'operator', action: 'token.create', app: null, version: null },
      { actor: 'ann', action: 'version.publish', app: 'prettier', version: '3.6.2' },
    ])
    expect(log[1]?.token).not.toBeNull()
  })

  test('takes a manifest of the early form as it was sent, and shows its calls as tasks', async () => {
    const token = await registry.token('ann', 'publish:*')
    const early = manifestOf({
      skill: { quickstart: [{ title: 'Prettify a stylesheet', args: ['--write', 'a.css'] }] },
      smoke: [{ args: ['--stdin-filepath', 'a.css'], stdin: 'a{}', expect: { exit: 0 } }],
    })
    expect((await registry.publish(early, token)).status).toBe(201)
    expect((await registry.publish(early, token)).status).toBe(200)
    const { manifest } = await servedVersion()
    expect(manifest).toEqual(early)
    const skill = await (await registry.get('/v1/apps/prettier/3.6.2/SKILL.md')).text()
    expect(skill).toContain('- Prettify a stylesheet: `{"name": "prettier", "args": ["--write", "a.css"]}`')
    expect(skill).not.toContain('--stdin-filepath')
    const found = await (await registry.get('/v1/search?q=stylesheet')).json()
    expect(found).toMatchObject({ items: [{ name: 'prettier' }] })
  })

  test('serves recipes, and refuses those that cannot be run as they stand', async () => {
    const token = await registry.token('ann', 'publish:*')
    const recipe = {
      id: 'write',
      task: 'Format a file in place',
      call: { args: ['--write', '{file}'] },
      placeholders: { file: { type: 'file', example: 'a.css' } },
    }
    const unusable = { ...recipe, call: { args: ['--write', '${file}'] } }
    const refused = await problemOf(await registry.publish(manifestOf({ recipes: [unusable] }), token))
    expect(refused).toMatchObject({
      status: 422,
      issues: [{ path: 'recipes[0].placeholders.file' }],
    })
    expect((await registry.publish(manifestOf({ recipes: [recipe] }), token)).status).toBe(201)
    const { manifest } = await servedVersion()
    expect(manifest).toMatchObject({ recipes: [recipe] })
    const skill = await (await registry.get('/v1/apps/prettier/3.6.2/SKILL.md')).text()
    expect(skill).toContain('- Format a file in place: `{"name": "prettier", "args": ["--write", "a.css"]}`')
  })

  test('is visible immediately in documents that were cached before', async () => {
    const token = await registry.token('ann', 'publish:*')
    await registry.publish(manifestOf(), token)
    expect((await appOf('prettier')).latest).toBe('3.6.2')
    await registry.publish(manifestOf({ version: '3.7.0' }), token)
    expect((await appOf('prettier')).latest).toBe('3.7.0')
    const index = WholeIndex.parse(await (await registry.get('/v1/index.json')).json())
    expect(index.apps).toMatchObject([{ latest: '3.7.0' }])
  })

  test('accepts the same content again, even formatted differently, and refuses other content', async () => {
    const token = await registry.token('ann', 'publish:*')
    await registry.publish(manifestOf(), token)
    const spaced = await registry.put('/v1/apps/prettier/3.6.2', JSON.stringify(manifestOf(), null, 2), {
      Authorization: `Bearer ${token}`,
    })
    expect(spaced.status).toBe(200)
    const other = await registry.publish(manifestOf({ summary: 'Other' }), token)
    expect(await problemOf(other)).toMatchObject({ status: 409, code: 'version.exists' })
    expect(await rows()).toHaveLength(1)
  })

  test('of an older version does not change the latest one', async () => {
    const token = await registry.token('ann', 'publish:*')
    for (const version of ['3.6.2', '4.0.0-beta.1', '3.6.2+1', '3.5.0'])
      expect((await registry.publish(manifestOf({ version }), token)).status).toBe(201)
    const app = await appOf('prettier')
    expect(app.latest).toBe('3.6.2+1')
    expect(app.versions.map(({ version }) => version)).toEqual(['4.0.0-beta.1', '3.6.2+1', '3.6.2', '3.5.0'])
    const page = AppPage.parse(await (await registry.get('/v1/apps')).json())
    expect(page.items).toMatchObject([{ latest: '3.6.2+1' }])
  })

  test('of the same version twice concurrently leaves one row and one winner', async () => {
    const token = await registry.token('ann', 'publish:*')
    const same = await Promise.all(Array.from({ length: 6 }, () => registry.publish(manifestOf(), token)))
    expect(same.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201])
    const different = await Promise.all(
      ['a', 'b', 'c', 'd'].map((summary) =>
        registry.publish(manifestOf({ version: '4.0.0', summary }), token),
      ),
    )
    expect(different.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(await rows()).toHaveLength(2)
  })

  test("of two apps that claim each other's names concurrently succeeds for one, and none hangs", async () => {
    const token = await registry.token('ann', 'publish:*')
    const answers = await Promise.all([
      registry.publish(manifestOf({ name: 'left', aliases: ['right'] }), token),
      registry.publish(manifestOf({ name: 'right', aliases: ['left'] }), token),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await rows()).toHaveLength(1)
  })
})

describe('publishing is refused', () => {
  test.each([
    ['no token', {}, 'auth.missing-token'],
    ['another scheme', { Authorization: 'Basic YTpi' }, 'auth.missing-token'],
    ['an unknown token', { Authorization: `Bearer cliapps_${'x'.repeat(43)}` }, 'auth.bad-token'],
    ['a token with SQL in it', { Authorization: "Bearer cliapps_'--" }, 'auth.missing-token'],
  ])('with %s', async (_, headers, code) => {
    const response = await registry.put('/v1/apps/prettier/3.6.2', JSON.stringify(manifestOf()), headers)
    expect(response.headers.get('www-authenticate')).toContain('Bearer')
    expect(await problemOf(response)).toMatchObject({ status: 401, code })
    expect(await rows()).toHaveLength(0)
  })

  test('with a token that expired or was revoked', async () => {
    const token = await registry.token('ann', 'publish:*')
    await registry.database.queries.update(tokens).set({ expiresAt: registry.clock.now })
    expect(await problemOf(await registry.publish(manifestOf(), token))).toMatchObject({
      status: 401,
      code: 'auth.expired-token',
    })
    await registry.database.queries.update(tokens).set({ expiresAt: null, revokedAt: registry.clock.now })
    expect(await problemOf(await registry.publish(manifestOf(), token))).toMatchObject({
      status: 401,
      code: 'auth.revoked-token',
    })
  })

  test('without the scope for that app', async () => {
    const token = await registry.token('ann', 'publish:eslint')
    const problem = await problemOf(await registry.publish(manifestOf(), token))
    expect(problem).toMatchObject({ status: 403, code: 'auth.scope' })
    expect(problem.hint).toContain('publish:prettier')
  })

  test("to another user's app, whatever the scope short of admin", async () => {
    await registry.publish(manifestOf(), await registry.token('ann', 'publish:prettier'))
    const eve = await registry.publish(
      manifestOf({ version: '9.0.0' }),
      await registry.token('eve', 'publish:*'),
    )
    expect(await problemOf(eve)).toMatchObject({ status: 403, code: 'auth.not-owner' })
    const admin = await registry.publish(
      manifestOf({ version: '9.0.0' }),
      await registry.token('root', 'admin'),
    )
    expect(admin.status).toBe(201)
    expect((await appOf('prettier')).owners).toEqual(['ann'])
  })

  test.each(['bash', 'python3.11', 'Env', 'sudo', 'node.exe', 'xargs'])(
    'for the entry point %s, unless by an admin',
    async (entry_point) => {
      const manifest = manifestOf({ entry_point })
      const problem = await problemOf(
        await registry.publish(manifest, await registry.token('ann', 'publish:*')),
      )
      expect(problem).toMatchObject({
        status: 403,
        code: 'publish.general-program',
        issues: [{ path: 'entry_point' }],
      })
      expect((await registry.publish(manifest, await registry.token('root', 'admin'))).status).toBe(201)
    },
  )

  test('for a shell as the executable of an install method', async () => {
    const install = [
      { method: 'npm', package: 'x', version: '1.0.0', bin: 'zsh' },
      { method: 'bundled', detect: 'python3', instructions: 'Install it' },
    ]
    const problem = await problemOf(
      await registry.publish(manifestOf({ install }), await registry.token('ann', 'publish:*')),
    )
    expect(problem.issues?.map(({ path }) => path)).toEqual(['install[0].bin', 'install[1].detect'])
  })

  test('for an invalid manifest, with all issues together', async () => {
    const token = await registry.token('ann', 'publish:*')
    const bad = manifestOf({ category: 'nope', summary: '', shell: 'rm -rf /', install: [] })
    const problem = await problemOf(await registry.publish(bad, token))
    expect(problem).toMatchObject({ status: 422, code: 'manifest.invalid' })
    expect(problem.issues?.map(({ path }) => path).sort()).toEqual([
      'category',
      'install',
      'shell',
      'summary',
    ])
  })

  test('when the address contains another app or version', async () => {
    const headers = { Authorization: `Bearer ${await registry.token('ann', 'publish:*')}` }
    const response = await registry.put('/v1/apps/eslint/1.0.0', JSON.stringify(manifestOf()), headers)
    const problem = await problemOf(response)
    expect(problem).toMatchObject({ status: 422, code: 'publish.path-mismatch' })
    expect(problem.issues?.map(({ path }) => path)).toEqual(['name', 'version'])
  })

  test('for names and aliases that another app has, regardless of case', async () => {
    const token = await registry.token('ann', 'publish:*')
    await registry.publish(manifestOf({ aliases: ['Pretty', '漂亮'] }), token)
    const publish = async (change: Record<string, unknown>) =>
      registry.publish(manifestOf({ name: 'other', ...change }), token)
    for (const change of [
      { aliases: ['pretty'] },
      { aliases: ['PRETTIER'] },
      { aliases: ['漂亮'] },
      { name: 'pretty' },
    ])
      expect(await problemOf(await publish(change))).toMatchObject({
        status: 409,
        code: 'publish.name-taken',
      })
    expect(await rows()).toHaveLength(1)
    expect(
      (await registry.publish(manifestOf({ version: '3.7.0', aliases: ['pretty'] }), token)).status,
    ).toBe(201)
  })

  test.each([
    ['text that is no JSON', '{"manifest": 1,', 'json.syntax'],
    ['NUL in a string', '{"name":"a\\u0000b"}', 'json.bad-text'],
    ['a lone surrogate', '{"name":"\\ud800"}', 'json.bad-text'],
    ['a tower of brackets', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, 'json.too-deep'],
    ['keys of the prototype', '{"__proto__":{"admin":true},"constructor":1}', 'manifest.invalid'],
  ])('for %s', async (_, body, code) => {
    const headers = { Authorization: `Bearer ${await registry.token('ann', 'publish:*')}` }
    const response = await registry.put('/v1/apps/prettier/3.6.2', body, headers)
    expect(await problemOf(response)).toMatchObject({ status: 422, code })
  })

  test('for bytes that are not valid UTF-8', async () => {
    const response = await registry.app.request('/v1/apps/prettier/3.6.2', {
      method: 'PUT',
      body: new Uint8Array([0x7b, 0xff, 0x7d]),
      headers: { Authorization: `Bearer ${await registry.token('ann', 'publish:*')}` },
    })
    expect(await problemOf(response)).toMatchObject({ status: 422, code: 'body.not-utf8' })
  })

  test('for a body above the limit, with or without Content-Length', async () => {
    const headers = { Authorization: `Bearer ${await registry.token('ann', 'publish:*')}` }
    const body = JSON.stringify(manifestOf({ description: 'x'.repeat(1024 * 1024) }))
    const stream = () => new Response(body).body
    for (const init of [{ body }, { body: stream(), duplex: 'half' }]) {
      const response = await registry.app.request('/v1/apps/prettier/3.6.2', {
        method: 'PUT',
        headers,
        ...init,
      } as RequestInit)
      expect(await problemOf(response)).toMatchObject({ status: 413, code: 'body.too-large' })
    }
  })
})

describe('tokens', () => {
  test('are stored as a hash, with their last use to the minute', async () => {
    const token = await registry.token('ann', 'publish:prettier', 'publish:eslint')
    const headers = { Authorization: `Bearer ${token}` }
    const who = await registry.get('/v1/whoami', headers)
    expect(await who.json()).toMatchObject({ user: 'ann', scopes: ['publish:prettier', 'publish:eslint'] })
    expect(who.headers.get('cache-control')).toBe('no-store')
    const [row] = await registry.database.queries.select().from(tokens)
    expect(row?.hash).toBe(createHash('sha256').update(token).digest('hex'))
    expect(JSON.stringify(row)).not.toContain(token)
    expect(row?.lastUsedAt).toEqual(registry.clock.now)
  })

  test('are required by whoami', async () => {
    expect(await problemOf(await registry.get('/v1/whoami'))).toMatchObject({ status: 401 })
  })
})
