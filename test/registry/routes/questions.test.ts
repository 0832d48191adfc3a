import { AppPage, ResolveAnswer } from '@cli-apps/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { manifestOf } from '../../support/manifest-of.ts'
import { problemOf } from '../../support/problem-of.ts'
import { createTestRegistry, type TestRegistry } from '../../support/test-registry.ts'

let registry: TestRegistry
const apps: Record<string, unknown>[] = [
  manifestOf({ version: '2.8.8' }),
  manifestOf(),
  manifestOf({ version: '4.0.0-rc.1' }),
  manifestOf({
    name: 'ffmpeg',
    version: '5.1.0',
    display_name: 'FFmpeg',
    category: 'video',
    summary: 'Converts video and audio',
    tags: ['convert', '视频'],
    entry_point: 'ffmpeg',
    install: [
      { method: 'apt', package: 'ffmpeg' },
      { method: 'winget', id: 'Gyan.FFmpeg' },
    ],
  }),
  manifestOf({
    name: 'jq',
    version: '1.7.1',
    display_name: 'jq',
    category: 'data',
    summary: 'Filters JSON',
    tags: ['json', '100%'],
    entry_point: 'jq',
    install: [
      { method: 'npm', package: 'jq', version: '1.0.0', platforms: ['darwin'] },
      { method: 'apt', package: 'jq' },
    ],
  }),
]

beforeAll(async () => {
  registry = await createTestRegistry()
  const token = await registry.token('ann', 'publish:*')
  for (const manifest of apps) {
    registry.clock.now = new Date(registry.clock.now.getTime() + 1000)
    expect((await registry.publish(manifest, token)).status).toBe(201)
  }
})
afterAll(() => registry.close())

const page = async (path: string) => AppPage.parse(await (await registry.get(path)).json())
const names = async (path: string) => (await page(path)).items.map(({ name }) => name)

describe('the list of apps', () => {
  test.each([
    ['', ['ffmpeg', 'jq', 'prettier']],
    ['?sort=updated', ['jq', 'ffmpeg', 'prettier']],
    ['?category=video', ['ffmpeg']],
    ['?tag=formatter', ['prettier']],
    ['?tag=%E8%A7%86%E9%A2%91', ['ffmpeg']],
    ['?tag=100%25', ['jq']],
    ['?tag=1%25', []],
    ['?method=apt', ['ffmpeg', 'jq']],
    ['?platform=windows-x64', ['ffmpeg', 'prettier']],
    ['?platform=linux-x64&method=npm', ['prettier']],
    ['?platform=darwin-arm64&method=npm', ['jq', 'prettier']],
    ['?platform=linux-x64-musl&method=apt', []],
    ['?category=dev&tag=json', []],
  ])('%s returns %j', async (query, expected) => {
    expect(await names(`/v1/apps${query}`)).toEqual(expected)
  })

  test.each(['name', 'updated'])('is paginated by %s without gaps or repetitions', async (sort) => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const next: AppPage = await page(`/v1/apps?limit=1&sort=${sort}${cursor ? `&cursor=${cursor}` : ''}`)
      seen.push(...next.items.map(({ name }) => name))
      cursor = next.next_cursor
    } while (cursor !== null)
    expect(seen).toEqual(await names(`/v1/apps?sort=${sort}`))
  })

  test('answers 304 to its own ETag', async () => {
    const etag = (await registry.get('/v1/apps')).headers.get('etag') ?? ''
    expect((await registry.get('/v1/apps', { 'If-None-Match': etag })).status).toBe(304)
  })
})

describe('search', () => {
  test.each([
    ['prettier', 'prettier'],
    ['convert video', 'ffmpeg'],
    ['视频', 'ffmpeg'],
    ['pretier', 'prettier'],
  ])('for %s returns %s first', async (q, first) => {
    expect((await names(`/v1/search?q=${encodeURIComponent(q)}`))[0]).toBe(first)
  })

  test.each(['%', '_', '%%', "' or 1=1 --", '\\', '.*', '🙂', 'zzzz'])(
    'takes %s as words and finds nothing',
    async (q) => {
      expect(await names(`/v1/search?q=${encodeURIComponent(q)}`)).toEqual([])
    },
  )

  test('is paginated', async () => {
    const all = await names('/v1/search?q=convert+filters+formats')
    expect(all).toHaveLength(3)
    const first = await page('/v1/search?q=convert+filters+formats&limit=2')
    const second = await page(`/v1/search?q=convert+filters+formats&limit=2&cursor=${first.next_cursor}`)
    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(all)
    expect(second.next_cursor).toBeNull()
  })
})

describe('an invalid query is a 400 that says why', () => {
  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  test.each([
    ['/v1/apps?limit=0', 'limit'],
    ['/v1/apps?limit=101', 'limit'],
    ['/v1/apps?limit=1e1', 'limit'],
    ['/v1/apps?limit=-1', 'limit'],
    ['/v1/apps?page=2', 'page'],
    ['/v1/apps?category=nope', 'category'],
    ['/v1/apps?platform=linux', 'platform'],
    ['/v1/apps?sort=name&sort=updated', 'sort'],
    ['/v1/apps?tag=%00', 'tag'],
    ['/v1/apps?__proto__=1', '__proto__'],
    ['/v1/search', 'q'],
    ['/v1/search?q=', 'q'],
    [`/v1/search?q=${'x'.repeat(201)}`, 'q'],
    ['/v1/apps?cursor=nope', 'cursor'],
    [`/v1/apps?cursor=${cursor({ sort: 'updated', name: 'a', updated: 1 })}`, 'cursor'],
    [`/v1/apps?cursor=${cursor({ sort: 'name', name: 'a\0', updated: 1 })}`, 'cursor'],
    [`/v1/apps?sort=updated&cursor=${cursor({ sort: 'updated', name: 'a', updated: 1e300 })}`, 'cursor'],
    [`/v1/search?q=a&cursor=${cursor({ score: 'x' })}`, 'cursor'],
  ])('%.70s', async (path, parameter) => {
    const problem = await problemOf(await registry.get(path))
    expect(problem.status).toBe(400)
    expect(problem.hint).toBeTruthy()
    expect(problem.issues?.map((issue) => issue.path.replace(/^\["(.*)"\]$/, '$1'))).toEqual([parameter])
  })
})

describe('a version by range', () => {
  test.each([
    ['^3', '3.6.2'],
    ['latest', '3.6.2'],
    ['*', '3.6.2'],
    ['>=2 <3', '2.8.8'],
    ['4.0.0-rc.1', '4.0.0-rc.1'],
  ])('%s selects %s', async (range, version) => {
    const path = `/v1/apps/prettier/versions/${encodeURIComponent(range)}`
    const response = await registry.get(path)
    expect(response.status).toBe(302)
    const target = new URL(response.headers.get('location') ?? '', `http://localhost${path}`)
    expect(target.pathname).toBe(`/v1/apps/prettier/${version}.json`)
    expect((await registry.get(target.pathname)).status).toBe(200)
  })

  test.each([
    ['prettier', '^9', 404, 'version.none-fits'],
    ['prettier', 'not a range', 400, 'app.bad-range'],
    ['pretier', 'latest', 404, 'app.unknown'],
  ])('%s %s is a %i', async (name, range, status, code) => {
    const response = await registry.get(`/v1/apps/${name}/versions/${encodeURIComponent(range)}`)
    expect(await problemOf(response)).toMatchObject({ status, code })
  })
})

describe('resolution', () => {
  const host = { platform: 'linux-x64', tools: ['apt-get'] }

  test('returns version and method for a host, with a reason for each refused method', async () => {
    const response = await registry.post('/v1/resolve', { apps: { jq: 'latest', prettier: '^2' }, host })
    expect(ResolveAnswer.parse(await response.json()).results).toEqual([
      {
        name: 'jq',
        version: '1.7.1',
        method: 'apt',
        refusals: [{ method: 'npm', reason: expect.stringContaining('darwin') }],
      },
      {
        name: 'prettier',
        version: '2.8.8',
        method: null,
        refusals: [{ method: 'npm', reason: 'npm is not on PATH' }],
      },
    ])
  })

  test('reports all unknown apps together', async () => {
    const problem = await problemOf(
      await registry.post('/v1/resolve', { apps: { jqq: '*', prettier: '^9', jq: '*' }, host }),
    )
    expect(problem).toMatchObject({ status: 404, code: 'resolve.unknown' })
    expect(problem.issues?.map(({ path, rule }) => [path, rule])).toEqual([
      ['jqq', 'app.unknown'],
      ['prettier', 'version.none-fits'],
    ])
  })

  test.each([
    ['a bad range', { apps: { jq: 'oh no!' }, host }, 'resolve.invalid'],
    [
      'too many apps',
      { apps: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`a${i}`, '*'])), host },
      'resolve.invalid',
    ],
    ['an unknown platform', { apps: {}, host: { ...host, platform: 'amiga' } }, 'body.invalid'],
    ['an unknown key', { apps: {}, host, x: 1 }, 'body.invalid'],
    ['a name that is none', { apps: { 'No Name': '*' }, host }, 'body.invalid'],
    ['text that is no JSON', 'apps=jq', 'json.syntax'],
  ])('refuses %s', async (_, body, code) => {
    expect(await problemOf(await registry.post('/v1/resolve', body))).toMatchObject({ status: 422, code })
  })
})

const Verdict = z.object({ valid: z.boolean(), issues: z.array(z.object({ path: z.string() })) })

describe('validation', () => {
  test('accepts a manifest that may be published', async () => {
    expect(await (await registry.post('/v1/validate', manifestOf({ name: 'new' }))).json()).toEqual({
      valid: true,
      issues: [],
      held: [],
      notes: [],
    })
  })

  test('names what is allowed and may be a mistake', async () => {
    const manifest = manifestOf({ name: 'new', version: '9.9.9' })
    expect(await (await registry.post('/v1/validate', manifest)).json()).toMatchObject({
      valid: true,
      notes: ['install[0].version is 3.6.2, and the manifest describes 9.9.9.'],
    })
  })

  test.each([
    [manifestOf({ category: 'nope', entry_point: '/bin/x' }), ['category', 'entry_point']],
    [manifestOf({ version: '99.0.0', entry_point: 'bash' }), ['entry_point']],
    [[], ['']],
  ])('lists every issue', async (manifest, paths) => {
    const verdict = Verdict.parse(await (await registry.post('/v1/validate', manifest)).json())
    expect(verdict.valid).toBe(false)
    expect(verdict.issues.map(({ path }) => path).sort()).toEqual(paths)
  })
})
