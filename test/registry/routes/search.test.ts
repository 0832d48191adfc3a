import { readFile } from 'node:fs/promises'
import { AppPage, SearchPage, WholeIndex } from '@cli-apps/core'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { fillWithApps } from '../../../scripts/synthetic-apps.ts'
import { seedCatalog } from '../../../services/registry/src/apps/publish/seed-catalog.ts'
import { refreshApp } from '../../../services/registry/src/apps/refresh-app.ts'
import { openEmbedded } from '../../../services/registry/src/db/embedded/open-embedded.ts'
import { copyCatalogSample } from '../../support/catalog-sample.ts'
import { manifestOf } from '../../support/manifest-of.ts'
import { problemOf } from '../../support/problem-of.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { createTestRegistry, type TestRegistry } from '../../support/test-registry.ts'

const page = async (registry: TestRegistry, query: Record<string, string>): Promise<SearchPage> =>
  SearchPage.parse(await (await registry.get(`/v1/search?${new URLSearchParams(query)}`)).json())
const names = async (registry: TestRegistry, query: Record<string, string>): Promise<string[]> =>
  (await page(registry, query)).items.map(({ name }) => name)

const app = (name: string, summary: string, more: Record<string, unknown> = {}) =>
  manifestOf({
    name,
    version: '1.0.0',
    display_name: name,
    summary,
    description: 'Does it.',
    tags: [],
    entry_point: name,
    ...more,
  })

describe('a search', () => {
  let registry: TestRegistry
  let token: string
  const publish = async (...manifests: Record<string, unknown>[]): Promise<void> => {
    for (const manifest of manifests) expect((await registry.publish(manifest, token)).status).toBe(201)
  }
  beforeAll(async () => {
    registry = await createTestRegistry()
  })
  beforeEach(async () => {
    await registry.reset()
    token = await registry.token('ann', 'publish:*')
  })
  afterAll(() => registry.close())

  test('accepts the same filters as lists', async () => {
    const npm = { install: [{ method: 'npm', package: 'example', version: '1.0.0' }] }
    await publish(
      app('one', 'Resize pictures', { category: 'image', tags: ['Fast'], ...npm }),
      app('two', 'Resize pictures', { category: 'dev', install: [{ method: 'apt', package: 'example' }] }),
    )
    expect(await names(registry, { q: 'picture' })).toEqual(['one', 'two'])
    expect(await names(registry, { q: 'picture', category: 'dev' })).toEqual(['two'])
    expect(await names(registry, { q: 'picture', tag: 'fast' })).toEqual(['one'])
    expect(await names(registry, { q: 'picture', method: 'npm' })).toEqual(['one'])
    expect(await names(registry, { q: 'one', platform: 'windows-x64' })).toEqual(['one'])
    expect(await names(registry, { q: 'two', platform: 'windows-x64' })).toEqual([])
  })

  test('finds a typo, a prefix, a translation and a word that a later version added', async () => {
    const zh = { zh: { summary: '把网页存成文档' } }
    await publish(app('web-saver', 'Keeps pages', { i18n: zh, tags: ['offline-reading'] }))
    expect(await names(registry, { q: 'offlien' })).toEqual(['web-saver'])
    expect(await names(registry, { q: 'offl' })).toEqual(['web-saver'])
    expect(await names(registry, { q: '网页' })).toEqual(['web-saver'])
    expect(await names(registry, { q: 'gramophone' })).toEqual([])
    await publish(app('web-saver', 'Keeps gramophones', { version: '2.0.0' }))
    expect(await names(registry, { q: 'gramophone' })).toEqual(['web-saver'])
    expect(await names(registry, { q: 'offline' })).toEqual([])
  })

  test('returns the translations of the listed version, as lists and the index do', async () => {
    const zh = { display_name: '网页存档', summary: '把网页存成文档' }
    const json = async (path: string): Promise<unknown> => (await registry.get(path)).json()
    const shown = async () => {
      const { items: found } = SearchPage.parse(await json('/v1/search?q=web'))
      const { items: listed } = AppPage.parse(await json('/v1/apps'))
      const { apps } = WholeIndex.parse(await json('/v1/index.json'))
      return [found, listed, apps].map(([entry]) => entry?.i18n)
    }
    await publish(app('web-saver', 'Keeps pages', { i18n: { zh: { ...zh, description: '保存网页。' } } }))
    expect(await shown()).toEqual([{ zh }, { zh }, { zh }])
    await publish(app('web-saver', 'Keeps pages', { version: '2.0.0' }))
    expect(await shown()).toEqual([undefined, undefined, undefined])
  })

  test('counts the words that apps have', async () => {
    const count = async (word: string): Promise<unknown> => {
      const rows = await registry.database.queries.execute(
        sql`select apps from search_words where word = ${word}`,
      )
      const list = Array.isArray(rows) ? rows : (rows as { rows: unknown[] }).rows
      return (list[0] as { apps: number } | undefined)?.apps
    }
    await publish(app('one', 'Zebra crossing'), app('two', 'Zebra stripes'))
    expect([await count(''), await count('zebra'), await count('cross')]).toEqual([2, 2, 1])
    await publish(app('one', 'Nothing', { version: '2.0.0' }))
    expect([await count(''), await count('zebra'), await count('cross')]).toEqual([2, 1, 0])
  })

  test('finds the few matches among many apps that share a common word, even with a filter', async () => {
    await fillWithApps(registry.database.queries, 300)
    await publish(
      app('quiet', 'the file', { tags: ['file', 'ostrich'] }),
      app('other', 'the file', { tags: ['file'] }),
    )
    expect(await names(registry, { q: 'file the', tag: 'ostrich' })).toEqual(['quiet'])
    expect((await names(registry, { q: 'file the ostrich' }))[0]).toBe('quiet')
    expect((await names(registry, { q: 'file', limit: '100' })).length).toBe(100)
  })

  test('omits removed apps and yanked versions', async () => {
    await publish(app('one', 'Zebra'), app('two', 'Zebra'))
    await registry.database.queries.transaction(async (tx) => {
      await tx.execute(sql`update apps set removed_at = now(), removed_message = 'gone' where name = 'one'`)
      await refreshApp(tx, 'one')
    })
    expect(await names(registry, { q: 'zebra' })).toEqual(['two'])
    expect(await names(registry, { q: 'one' })).toEqual([])
  })

  test('explains its ranking on request', async () => {
    await publish(app('one', 'Encrypts photos'))
    const [item] = (await page(registry, { q: 'encrypting pictures', explain: 'true' })).items
    expect(item?.explanation?.score).toBeGreaterThan(0)
    expect(item?.explanation?.matches.map(({ term, field, via }) => [term, field, via])).toEqual([
      ['encrypting', 'summary', 'stem'],
      ['pictures', 'summary', 'synonym'],
    ])
    expect((await page(registry, { q: 'encrypt' })).items[0]).not.toHaveProperty('explanation')
  })

  test('marks the matches', async () => {
    await publish(app('one', '🙂 Encrypts photos', { display_name: 'Photo One' }))
    const [item] = (await page(registry, { q: 'encrypting pictures' })).items
    const texts = item?.highlights.summary.map(([start, end]) => item.summary.slice(start, end))
    expect(texts).toEqual(['Encrypts', 'photos'])
    expect(item?.highlights.display_name).toEqual([[0, 5]])
  })

  test('is paginated consistently while versions are published', async () => {
    const words = ['zebra', 'zebra crossing', 'zebra lion crossing', 'crossing', 'lion']
    for (const [index, summary] of words.entries())
      await publish(app(`a-${index}`, summary), app(`b-${index}`, summary, { tags: [summary] }))
    const q = 'zebra crossing lion'
    const before = await names(registry, { q, limit: '100' })
    const seen: string[] = []
    let cursor: string | null = null
    for (let round = 0; cursor !== null || round === 0; round++) {
      const next: SearchPage = await page(registry, { q, limit: '2', ...(cursor !== null && { cursor }) })
      seen.push(...next.items.map(({ name }) => name))
      cursor = next.next_cursor
      await publish(
        app(`new-${round}`, 'zebra crossing lion', { tags: ['zebra', 'lion'] }),
        app(`other-${round}`, 'lion lion lion'),
      )
    }
    expect(before).toHaveLength(10)
    expect(seen).toEqual(before)
    expect((await names(registry, { q, limit: '100' })).length).toBeGreaterThan(10)
  })

  test('refuses the cursor of another query', async () => {
    await publish(app('one', 'Zebra'), app('two', 'Zebra'))
    const cursor = (await page(registry, { q: 'zebra', limit: '1' })).next_cursor ?? ''
    for (const other of ['q=lion', 'q=zebra&category=dev'])
      expect(await problemOf(await registry.get(`/v1/search?${other}&cursor=${cursor}`))).toMatchObject({
        status: 400,
        code: 'query.bad-cursor',
      })
  })

  test.each(['page=2', 'sort=name', 'explain=yes', 'prefix=a', 'category=nope'])(
    'refuses %s',
    async (parameter) => {
      expect((await problemOf(await registry.get(`/v1/search?q=a&${parameter}`))).status).toBe(400)
    },
  )

  test.each([
    "'",
    "a' | 'b",
    '\\',
    "\\'",
    '!zebra',
    'zebra:*',
    '<->',
    '( & )',
    '~zebra',
    '^zebra',
    'a\tb',
    '{"a"}',
  ])('treats %j as text', async (q) => {
    await publish(app('one', 'Zebra'))
    expect((await registry.get(`/v1/search?${new URLSearchParams({ q })}`)).status).toBe(200)
  })

  test('suggests the nearest apps for an unknown one', async () => {
    await publish(app('prettier', 'Formats'), app('jq', 'Filters'))
    for (const [wrong, right] of [
      ['pretier', 'prettier'],
      ['jqq', 'jq'],
      ['prettierd', 'prettier'],
    ])
      expect((await problemOf(await registry.get(`/v1/apps/${wrong}.json`))).hint).toBe(
        `Did you mean ${right}?`,
      )
  })

  test('lists apps by the prefix of their names', async () => {
    await publish(app('map', 'x'), app('map-it', 'x'), app('amap', 'x'), app('mbp', 'x'))
    const listed = SearchPage.shape.items.element.pick({ name: true }).array()
    const answer = z.object({ items: listed }).parse(await (await registry.get('/v1/apps?prefix=map')).json())
    expect(answer.items.map(({ name }) => name)).toEqual(['map', 'map-it'])
  })
})

const server = process.env.TEST_DATABASE_URL ?? ''
const TuneSet = z.object({ queries: z.array(z.object({ q: z.string() })) })

test.runIf(server !== '')(
  'PGlite and Postgres give the same apps in the same order',
  async () => {
    const file = new URL('../../fixtures/relevance/tune.json', import.meta.url)
    const { queries } = TuneSet.parse(JSON.parse(await readFile(file, 'utf8')))
    const [postgres, embedded] = [
      await createTestRegistry(),
      await createTestRegistry(() => openEmbedded(undefined)),
    ]
    try {
      const folder = await temporaryFolder()
      await copyCatalogSample(folder)
      for (const { database, clock } of [postgres, embedded]) {
        const { refused } = await seedCatalog(database.queries, { folder, now: clock.now })
        expect(refused).toEqual([])
      }
      for (const { q } of queries)
        expect(await names(postgres, { q }), q).toEqual(await names(embedded, { q }))
    } finally {
      await postgres.close()
      await embedded.close()
    }
  },
  120_000,
)
