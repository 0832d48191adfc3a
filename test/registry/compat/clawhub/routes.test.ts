import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refreshApp } from '../../../../services/registry/src/apps/refresh-app.ts'
import { apps, versions } from '../../../../services/registry/src/db/schema.ts'
import { manifestOf } from '../../../support/manifest-of.ts'
import { createTestRegistry, type TestRegistry } from '../../../support/test-registry.ts'

let registry: TestRegistry
let token: string
const slug = 'cli-app-prettier'
beforeAll(async () => {
  registry = await createTestRegistry()
})
beforeEach(async () => {
  await registry.reset()
  token = await registry.token('ann', 'publish:*')
  for (const version of ['3.6.2', '3.7.0']) {
    await registry.publish(manifestOf({ version }), token)
    registry.clock.now = new Date(registry.clock.now.getTime() + 1000)
  }
})
afterAll(() => registry.close())

async function json<T = Record<string, unknown>>(path: string): Promise<T> {
  const response = await registry.get(path)
  expect(response.status, `${path} ${response.status}`).toBe(200)
  return (await response.json()) as T
}
async function refusal(path: string): Promise<[number, string]> {
  const response = await registry.get(path)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  return [response.status, await response.text()]
}

/** Changes by an owner to a version, as stored by the app's lifecycle routes. */
async function change(version: string, values: Partial<typeof versions.$inferInsert>): Promise<void> {
  await registry.database.queries.transaction(async (tx) => {
    await tx
      .update(versions)
      .set(values)
      .where(and(eq(versions.app, 'prettier'), eq(versions.version, version)))
    await refreshApp(tx, 'prettier')
  })
  registry.deps.changed('prettier')
}

test('a skill has the fields that the client requires, and never a license', async () => {
  const answer = await json(`/api/v1/skills/${slug}`)
  expect(answer).toMatchObject({
    skill: {
      slug,
      displayName: 'Prettier',
      summary: 'Opinionated code formatter',
      tags: { latest: '3.7.0' },
      stats: {},
      createdAt: expect.any(Number),
      updatedAt: expect.any(Number),
    },
    latestVersion: { version: '3.7.0', createdAt: expect.any(Number), changelog: '' },
    owner: { handle: 'ann' },
  })
  expect(JSON.stringify(answer)).not.toContain('license')
})

test('search finds by words, and by exact slug', async () => {
  expect(await json('/api/v1/search?q=formatter&limit=1')).toMatchObject({
    results: [{ slug, version: '3.7.0', score: expect.any(Number) }],
  })
  expect(await json(`/api/v1/search?q=${slug}&mode=exact`)).toMatchObject({ results: [{ slug }] })
  for (const q of ['prettier', 'cli-app-nothing', 'cli-app-'])
    expect(await json(`/api/v1/search?q=${q}&mode=exact`)).toEqual({ results: [] })
})

test('versions are listed newest first, page by page', async () => {
  interface Page {
    items: { version: string }[]
    nextCursor: string | null
  }
  const first = await json<Page>(`/api/v1/skills/${slug}/versions?limit=1`)
  const second = await json<Page>(`/api/v1/skills/${slug}/versions?limit=1&cursor=${first.nextCursor}`)
  expect([...first.items, ...second.items].map(({ version }) => version)).toEqual(['3.7.0', '3.6.2'])
  expect(second.nextCursor).toBeNull()
})

test('a download contains the files of its version, and its fingerprint identifies the version', async () => {
  interface Files {
    version: { files: { path: string; size: number; sha256: string }[] }
  }
  const { version } = await json<Files>(`/api/v1/skills/${slug}/versions/3.6.2`)
  const response = await registry.get(`/api/v1/download?slug=${slug}&version=3.6.2&ownerHandle=ann`)
  expect(response.headers.get('content-type')).toBe('application/zip')
  const entries = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const sha = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')
  const unpacked = Object.entries(entries).map(([path, bytes]) => ({
    path,
    size: bytes.length,
    sha256: sha(bytes),
  }))
  expect(version.files.map(({ path, size, sha256 }) => ({ path, size, sha256 }))).toEqual(unpacked)
  const hash = sha(unpacked.map(({ path, sha256 }) => `${path}:${sha256}`).join('\n'))
  expect(await json(`/api/v1/resolve?slug=${slug}&hash=${hash}`)).toEqual({
    match: { version: '3.6.2' },
    latestVersion: { version: '3.7.0' },
  })
  expect(await json(`/api/v1/resolve?slug=${slug}&hash=${'0'.repeat(64)}`)).toMatchObject({ match: null })
  const file = await registry.get(`/api/v1/skills/${slug}/file?path=SKILL.md&version=3.6.2`)
  expect(sha(new Uint8Array(await file.arrayBuffer()))).toBe(version.files[0]?.sha256)
})

test('a download without a version is the latest one, with a tag the tagged one', async () => {
  const latest = await registry.get(`/api/v1/download?slug=${slug}`)
  const named = await registry.get(`/api/v1/download?slug=${slug}&version=3.7.0`)
  expect(await latest.arrayBuffer()).toEqual(await named.arrayBuffer())
  expect((await registry.get(`/api/v1/download?slug=${slug}&tag=latest`)).status).toBe(200)
  expect(await refusal(`/api/v1/download?slug=${slug}&tag=next`)).toEqual([404, 'Version not found'])
})

test('a yanked version is never the latest, but can be requested by number', async () => {
  await change('3.7.0', { yankedReason: 'Eats files.' })
  expect(await json(`/api/v1/skills/${slug}`)).toMatchObject({ latestVersion: { version: '3.6.2' } })
  const { items } = await json<{ items: object[] }>(`/api/v1/skills/${slug}/versions`)
  expect(items).toMatchObject([{ version: '3.7.0', changelog: 'Withdrawn: Eats files.' }, {}])
  expect((await registry.get(`/api/v1/download?slug=${slug}&version=3.7.0`)).status).toBe(200)
  expect(await json(`/api/v1/skills/${slug}/verify?version=3.7.0`)).toMatchObject({
    ok: false,
    decision: 'fail',
    resolvedFrom: 'version',
  })
})

test('an app whose versions were all yanked has no latest version, and is in no index', async () => {
  await change('3.6.2', { yankedReason: 'x' })
  await change('3.7.0', { yankedReason: 'x' })
  expect(await json(`/api/v1/skills/${slug}`)).toMatchObject({ latestVersion: null, skill: { tags: {} } })
  expect(await refusal(`/api/v1/download?slug=${slug}`)).toEqual([404, 'Version not found'])
  expect(await json('/.well-known/agent-skills/index.json')).toMatchObject({ skills: [] })
  expect(await json('/public_registry.json')).toMatchObject({ clis: [] })
})

test('a deprecation comes before the description', async () => {
  await change('3.7.0', { deprecatedMessage: 'Use biome.' })
  expect(await json(`/api/v1/skills/${slug}`)).toMatchObject({
    skill: { summary: 'Deprecated: Use biome. Opinionated code formatter' },
    latestVersion: { changelog: 'Deprecated: Use biome.' },
  })
  expect(await json('/api/v1/skills')).toMatchObject({
    items: [{ summary: 'Deprecated: Use biome. Opinionated code formatter' }],
  })
})

test('a removed app is missing from every response', async () => {
  await registry.database.queries.update(apps).set({ removedAt: new Date(), removedMessage: 'x' })
  await change('3.7.0', { yankedReason: null })
  expect(await refusal(`/api/v1/skills/${slug}`)).toEqual([404, 'Skill not found'])
  expect(await refusal(`/api/v1/download?slug=${slug}&version=3.7.0`)).toEqual([404, 'Skill not found'])
  expect(await json('/api/v1/skills')).toEqual({ items: [], nextCursor: null })
})

describe('the list', () => {
  beforeEach(async () => {
    for (const name of ['alpha', 'beta', 'beta-two'])
      await registry.publish(manifestOf({ name, display_name: name, entry_point: name }), token)
  })

  async function slugsOf(query: string): Promise<string[]> {
    const slugs: string[] = []
    for (let cursor = ''; ; ) {
      const page = await json<{ items: { slug: string }[]; nextCursor: string | null }>(
        `/api/v1/skills?limit=2${query}${cursor}`,
      )
      slugs.push(...page.items.map((item) => item.slug))
      if (page.nextCursor === null) return slugs
      cursor = `&cursor=${page.nextCursor}`
    }
  }

  test.each(['', '&sort=createdAt', '&sort=downloads', '&sort=stars', '&sort=trending'])(
    'has every skill once, with %s',
    async (sort) => {
      const slugs = await slugsOf(sort)
      expect(slugs.toSorted()).toEqual([
        'cli-app-alpha',
        'cli-app-beta',
        'cli-app-beta-two',
        'cli-app-prettier',
      ])
    },
  )

  test('is sorted newest first, or by downloads', async () => {
    expect((await slugsOf('&sort=createdAt')).at(-1)).toBe(slug)
    await registry.database.queries.update(apps).set({ downloads: 5 }).where(eq(apps.name, 'beta'))
    expect((await slugsOf('&sort=installs'))[0]).toBe('cli-app-beta')
  })

  test.each([
    ['cli-app-b', ['cli-app-beta', 'cli-app-beta-two']],
    ['cli-', ['cli-app-alpha', 'cli-app-beta', 'cli-app-beta-two', 'cli-app-prettier']],
    ['cli-app-%', []],
    ['other', []],
  ])('with the prefix %s returns the slugs that begin with it', async (prefix, expected) => {
    expect(await slugsOf(`&prefix=${encodeURIComponent(prefix)}`)).toEqual(expected)
  })

  test('refuses the cursor of another query', async () => {
    const { nextCursor } = await json('/api/v1/skills?limit=1')
    expect((await refusal(`/api/v1/skills?limit=1&sort=createdAt&cursor=${nextCursor}`))[0]).toBe(400)
    expect((await refusal(`/api/v1/skills?limit=1&prefix=a&cursor=${nextCursor}`))[0]).toBe(400)
    expect((await refusal('/api/v1/skills?limit=1&cursor=x'))[0]).toBe(400)
  })
})

test.each([
  ['/api/v1/skills/cli-app-nothing', 404, 'Skill not found'],
  ['/api/v1/skills/prettier', 404, 'Skill not found'],
  [`/api/v1/skills/${slug}?ownerHandle=bob`, 404, 'Skill not found'],
  [`/api/v1/resolve?slug=cli-app-nothing&hash=${'0'.repeat(64)}`, 404, 'Skill not found'],
  [`/api/v1/skills/${slug}/versions/9.9.9`, 404, 'Version not found'],
  [`/api/v1/skills/${slug}/file?path=none.md`, 404, 'has no file'],
  [`/api/v1/resolve?slug=${slug}&hash=x`, 400, 'hash'],
  ['/api/v1/search', 400, 'q'],
  ['/api/v1/search?q=a&mode=other', 400, 'mode'],
  ['/api/v1/skills?sort=other', 400, 'sort'],
  ['/api/v1/skills?limit=0', 400, 'limit'],
  ['/api/v1/nothing', 404, 'was not found'],
])('%s is refused with a one-sentence message', async (path, status, word) => {
  const [given, text] = await refusal(path)
  expect(given).toBe(status)
  expect(text).toContain(word)
  expect(text).not.toContain('\n')
})

test('whoami accepts our tokens and no others', async () => {
  const ask = (bearer: string): Promise<Response> =>
    registry.get('/api/v1/whoami', { Authorization: `Bearer ${bearer}` })
  expect(await (await ask(token)).json()).toMatchObject({ user: { handle: 'ann', role: 'user' } })
  expect((await ask('cliapps_wrong')).status).toBe(401)
  expect((await refusal('/api/v1/whoami'))[0]).toBe(401)
  // An invalid token does not prevent reading.
  const response = await registry.get(`/api/v1/skills/${slug}`, { Authorization: 'Bearer cliapps_wrong' })
  expect(response.status).toBe(200)
})

test.each(['/api/v1/skills', '/api/v1/skills/-/upload-url', '/api/cli/device/code', '/api/cli/upload-url'])(
  'a write to %s is refused with where to publish',
  async (path) => {
    const response = await registry.post(path, {})
    expect(response.status).toBe(403)
    expect(await response.text()).toContain('cli-apps publish')
  },
)

test('the site links to the API', async () => {
  expect(await json('/.well-known/clawhub.json')).toEqual({ apiBase: expect.stringMatching(/^http/) })
})
