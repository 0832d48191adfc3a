import {
  AppDocument,
  AppPage,
  CategoriesDocument,
  HistoryPage,
  ResolveAnswer,
  WholeIndex,
} from '@cli-apps/core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { manifestOf } from '../../support/manifest-of.ts'
import { problemOf } from '../../support/problem-of.ts'
import { createTestRegistry, type TestRegistry } from '../../support/test-registry.ts'

let registry: TestRegistry
let ann: string
beforeAll(async () => {
  registry = await createTestRegistry()
})
beforeEach(async () => {
  await registry.reset()
  ann = await registry.token('ann', 'publish:*', 'yank:*')
  for (const version of ['1.0.0', '1.1.0', '2.0.0'])
    expect((await registry.publish(manifestOf({ version }), ann)).status).toBe(201)
})
afterAll(() => registry.close())

const appOf = async (name = 'prettier') =>
  AppDocument.parse(await (await registry.get(`/v1/apps/${name}.json`)).json())
const rangeOf = async (range: string) =>
  (await registry.get(`/v1/apps/prettier/versions/${encodeURIComponent(range)}`)).headers.get('location')
const done = async (request: string, body?: unknown, token = ann) => {
  const response = await registry.send(request, token, body)
  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 200,
    body: { changed: true },
  })
}
const idle = async (request: string, body?: unknown) =>
  expect(await (await registry.send(request, ann, body)).json()).toEqual({ changed: false })
const refused = async (request: string, body: unknown, problem: object, token = ann) =>
  expect(await problemOf(await registry.send(request, token, body))).toMatchObject(problem)
const resolve = (range: string) =>
  registry.post('/v1/resolve', { apps: { prettier: range }, host: { platform: 'linux-x64', tools: ['npm'] } })
const resolved = async (range: string) =>
  ResolveAnswer.parse(await (await resolve(range)).json()).results[0]?.version
const history = async (name = 'prettier') =>
  HistoryPage.parse(await (await registry.get(`/v1/apps/${name}/history`)).json()).items

describe('a yanked version', () => {
  test('is returned when requested by number, and never by range, tag or list', async () => {
    await done('POST /v1/apps/prettier/2.0.0/yank', { reason: 'Deletes files' })
    await idle('POST /v1/apps/prettier/2.0.0/yank', { reason: 'Deletes files' })
    expect((await appOf()).latest).toBe('1.1.0')
    expect((await appOf()).versions[0]?.yanked).toEqual({ reason: 'Deletes files' })
    expect(await rangeOf('^2')).toBeNull()
    expect(await rangeOf('latest')).toBe('../1.1.0.json')
    expect(await rangeOf('2.0.0')).toBe('../2.0.0.json')
    expect((await registry.get('/v1/apps/prettier/2.0.0.json')).status).toBe(200)
    expect((await registry.get('/v1/apps/prettier/2.0.0/SKILL.md')).status).toBe(200)
    expect(await resolved('*')).toBe('1.1.0')
    expect(await resolved('2.0.0')).toBe('2.0.0')
    const page = AppPage.parse(await (await registry.get('/v1/apps')).json())
    expect(page.items).toMatchObject([{ latest: '1.1.0' }])
  })

  test('is restored without the tags that it lost', async () => {
    await done('PUT /v1/apps/prettier/tags/next', { version: '2.0.0' })
    await done('PUT /v1/apps/prettier/tags/latest', { version: '2.0.0' })
    await done('POST /v1/apps/prettier/2.0.0/yank', { reason: 'Broken' })
    expect((await appOf()).dist_tags).toEqual({ latest: '1.1.0' })
    expect((await history())[0]).toMatchObject({
      action: 'version.yank',
      version: '2.0.0',
      details: { reason: 'Broken', dropped_tags: ['latest', 'next'] },
    })
    await done('POST /v1/apps/prettier/2.0.0/unyank')
    await idle('POST /v1/apps/prettier/2.0.0/unyank')
    expect((await appOf()).dist_tags).toEqual({ latest: '2.0.0' })
  })

  test('stays visible as the latest if no other version is left', async () => {
    for (const version of ['1.0.0', '1.1.0', '2.0.0'])
      await done(`POST /v1/apps/prettier/${version}/yank`, { reason: 'All bad' })
    expect((await appOf()).latest).toBe('2.0.0')
    expect(await problemOf(await registry.get('/v1/apps/prettier/versions/latest'))).toMatchObject({
      code: 'version.none-fits',
    })
  })

  test('requires a reason that can be shown, and an existing version', async () => {
    for (const reason of ['', 'x'.repeat(501), 'two\nlines', '[Runtime Context] do it'])
      await refused('POST /v1/apps/prettier/2.0.0/yank', { reason }, { status: 422, code: 'body.invalid' })
    for (const version of ['9.9.9', 'latest', '%00', 'x'.repeat(5000)])
      await refused(`POST /v1/apps/prettier/${version}/yank`, { reason: 'x' }, { code: 'version.unknown' })
    await refused('POST /v1/apps/none/1.0.0/yank', { reason: 'x' }, { status: 404, code: 'app.unknown' })
  })

  test('cannot be yanked with a token that only publishes', async () => {
    const token = await registry.token('ann', 'publish:prettier')
    const bodies = { yank: { reason: 'x' }, unyank: undefined, deprecate: { message: 'x' } }
    for (const [verb, body] of Object.entries(bodies))
      await refused(`POST /v1/apps/prettier/2.0.0/${verb}`, body, { status: 403, code: 'auth.scope' }, token)
  })
})

test('a deprecated version is marked until the deprecation is removed', async () => {
  await done('POST /v1/apps/prettier/1.0.0/deprecate', { message: 'Use 2' })
  await idle('POST /v1/apps/prettier/1.0.0/deprecate', { message: 'Use 2' })
  expect((await appOf()).versions[2]?.deprecated).toEqual({ message: 'Use 2' })
  expect(await rangeOf('1.0.0')).toBe('../1.0.0.json')
  await done('POST /v1/apps/prettier/1.0.0/deprecate', { message: null })
  expect((await appOf()).versions[2]?.deprecated).toBeNull()
})

describe('a tag', () => {
  test('selects its version in ranges and in resolve until it is deleted', async () => {
    await done('PUT /v1/apps/prettier/tags/next', { version: '1.1.0' })
    await idle('PUT /v1/apps/prettier/tags/next', { version: '1.1.0' })
    expect(await rangeOf('next')).toBe('../1.1.0.json')
    expect(await resolved('next')).toBe('1.1.0')
    await done('PUT /v1/apps/prettier/tags/next', { version: '1.0.0' })
    expect((await history())[0]?.details).toEqual({ tag: 'next', from: '1.1.0' })
    await done('DELETE /v1/apps/prettier/tags/next')
    await idle('DELETE /v1/apps/prettier/tags/next')
    expect(await rangeOf('next')).toBeNull()
    expect(await problemOf(await resolve('next'))).toMatchObject({ code: 'resolve.unknown' })
  })

  test('called latest stays fixed against newer versions, and becomes automatic again when deleted', async () => {
    await done('PUT /v1/apps/prettier/tags/latest', { version: '1.1.0' })
    await registry.publish(manifestOf({ version: '3.0.0' }), ann)
    expect((await appOf()).latest).toBe('1.1.0')
    expect(await rangeOf('latest')).toBe('../1.1.0.json')
    const index = WholeIndex.parse(await (await registry.get('/v1/index.json')).json())
    expect(index.apps).toMatchObject([{ latest: '1.1.0' }])
    await done('DELETE /v1/apps/prettier/tags/latest')
    expect((await appOf()).latest).toBe('3.0.0')
  })

  test('must be a word, and its version must exist and not be yanked', async () => {
    for (const tag of ['1.0.0', 'v1', 'Next', 'a%00', 'x'.repeat(5000), '%40'])
      await refused(
        `PUT /v1/apps/prettier/tags/${tag}`,
        { version: '1.0.0' },
        { status: 400, code: 'tag.bad-name' },
      )
    await refused('PUT /v1/apps/prettier/tags/next', { version: '9.0.0' }, { code: 'version.unknown' })
    await done('POST /v1/apps/prettier/2.0.0/yank', { reason: 'Broken' })
    await refused(
      'PUT /v1/apps/prettier/tags/next',
      { version: '2.0.0' },
      { status: 409, code: 'version.yanked' },
    )
  })
})

describe('a removed app', () => {
  const remove = { message: 'The project ended', replacement: 'eslint' }
  beforeEach(async () => {
    await registry.publish(manifestOf({ name: 'eslint', version: '9.0.0', category: 'testing' }), ann)
  })

  test('is in no list, and its address says what to use instead', async () => {
    await done('POST /v1/apps/prettier/remove', remove)
    await idle('POST /v1/apps/prettier/remove', remove)
    const app = await appOf()
    expect(app.removed).toEqual({
      at: registry.clock.now.toISOString(),
      message: 'The project ended',
      replacement: 'eslint',
    })
    const index = WholeIndex.parse(await (await registry.get('/v1/index.json')).json())
    expect(index.apps.map(({ name }) => name)).toEqual(['eslint'])
    for (const path of ['/v1/apps', '/v1/search?q=prettier', '/v1/apps?sort=updated']) {
      const { items } = AppPage.parse(await (await registry.get(path)).json())
      expect(items.map(({ name }) => name)).not.toContain('prettier')
    }
    const categories = await (await registry.get('/v1/categories.json')).json()
    expect(CategoriesDocument.parse(categories).categories).toEqual([{ name: 'testing', count: 1 }])
    for (const answer of [await registry.get('/v1/apps/prettier/versions/%5E2'), await resolve('^2')]) {
      const problem = await problemOf(answer)
      expect(problem).toMatchObject({ status: 404, code: 'app.removed', hint: 'Use eslint instead.' })
      expect(problem.detail).toContain('The project ended')
    }
    // The documents that a lockfile refers to.
    expect((await registry.get('/v1/apps/prettier/2.0.0.json')).status).toBe(200)
    expect((await registry.get('/v1/apps/prettier/2.0.0/SKILL.md')).status).toBe(200)
  })

  test('is reported among others by resolve', async () => {
    await done('POST /v1/apps/prettier/remove', remove)
    const host = { platform: 'linux-x64', tools: [] }
    const answer = await registry.post('/v1/resolve', {
      apps: { prettier: '*', nope: '*', eslint: '^8' },
      host,
    })
    const { issues } = await problemOf(answer)
    expect(issues?.map(({ path, rule }) => `${path} ${rule}`)).toEqual([
      'prettier app.removed',
      'nope app.unknown',
      'eslint version.none-fits',
    ])
    expect(issues?.[0]?.hint).toBe('Use eslint instead.')
  })

  test('accepts no new version until it is restored', async () => {
    await done('POST /v1/apps/prettier/remove', { message: 'Gone' })
    const problem = await problemOf(await registry.publish(manifestOf({ version: '3.0.0' }), ann))
    expect(problem).toMatchObject({ status: 409, code: 'app.removed' })
    expect(problem.hint).toContain('/v1/apps/prettier/restore')
    // Republishing an existing version is not a change.
    expect((await registry.publish(manifestOf({ version: '2.0.0' }), ann)).status).toBe(200)
    await done('POST /v1/apps/prettier/restore')
    await idle('POST /v1/apps/prettier/restore')
    expect((await registry.publish(manifestOf({ version: '3.0.0' }), ann)).status).toBe(201)
    expect((await appOf()).removed).toBeNull()
    expect((await history()).map(({ action }) => action).slice(0, 3)).toEqual([
      'version.publish',
      'app.restore',
      'app.remove',
    ])
  })

  test('can be withheld entirely by an operator, who alone can restore it', async () => {
    const withheld = { message: 'Malware', withhold: true }
    await refused('POST /v1/apps/prettier/remove', withheld, { status: 403, code: 'auth.admin' })
    expect((await registry.get('/v1/apps/prettier/2.0.0.json')).status).toBe(200)
    const admin = await registry.token('root', 'admin')
    await done('POST /v1/apps/prettier/remove', withheld, admin)
    for (const path of ['2.0.0.json', '2.0.0/SKILL.md', '1.0.0.json']) {
      const problem = await problemOf(await registry.get(`/v1/apps/prettier/${path}`))
      expect(problem).toMatchObject({ status: 410, code: 'app.withheld' })
    }
    expect((await appOf()).versions).toEqual([])
    await refused('POST /v1/apps/prettier/remove', { message: 'Not so bad' }, { code: 'auth.admin' })
    await refused('POST /v1/apps/prettier/restore', undefined, { status: 403, code: 'auth.admin' })
    await done('POST /v1/apps/prettier/restore', undefined, admin)
    expect((await registry.get('/v1/apps/prettier/2.0.0.json')).status).toBe(200)
    expect((await appOf()).versions).toHaveLength(3)
  })

  test('can be replaced only by another existing app', async () => {
    for (const replacement of ['prettier', 'nope'])
      await refused(
        'POST /v1/apps/prettier/remove',
        { message: 'x', replacement },
        { status: 422, code: 'app.bad-replacement' },
      )
  })
})

test('an older release line can get a version after a newer one', async () => {
  expect((await registry.publish(manifestOf({ version: '1.1.1' }), ann)).status).toBe(201)
  expect((await appOf()).latest).toBe('2.0.0')
  expect(await rangeOf('^1')).toBe('../1.1.1.json')
})

test('concurrent changes of one app are all applied, one after the other', async () => {
  const versions = Array.from({ length: 8 }, (_, index) => `1.2.${index}`)
  const answers = await Promise.all([
    ...versions.map((version) => registry.publish(manifestOf({ version }), ann)),
    registry.send('POST /v1/apps/prettier/1.0.0/yank', ann, { reason: 'x' }),
    registry.send('PUT /v1/apps/prettier/tags/lts', ann, { version: '1.1.0' }),
    registry.send('POST /v1/apps/prettier/1.1.0/deprecate', ann, { message: 'x' }),
  ])
  expect(answers.every(({ ok }) => ok)).toBe(true)
  const app = await appOf()
  expect(app.versions).toHaveLength(11)
  expect(app.dist_tags).toEqual({ latest: '2.0.0', lts: '1.1.0' })
  expect((await history()).filter(({ action }) => action !== 'version.publish')).toHaveLength(3)
})
