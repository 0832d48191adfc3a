import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SearchPage } from '@cli-apps/core'
import { afterAll, describe, expect, it } from 'vitest'
import { seedCatalog } from '../../../../services/registry/src/apps/publish/seed-catalog.ts'
import { memoryIndex } from '../../../../services/registry/src/apps/search/memory-index.ts'
import { searchApps } from '../../../../services/registry/src/apps/search/search-apps.ts'
import { createSearchIndexes } from '../../../../services/registry/src/apps/search/search-index.ts'
import {
  databaseIndex,
  readIndexedApps,
} from '../../../../services/registry/src/db/queries/find-search-rows.ts'
import { copyCatalogSample } from '../../../support/catalog-sample.ts'
import { manifestOf } from '../../../support/manifest-of.ts'
import { createTestRegistry } from '../../../support/test-registry.ts'

const registry = await createTestRegistry()
const db = registry.database.queries
const folder = await mkdtemp(path.join(tmpdir(), 'sample-'))
await copyCatalogSample(folder)
await seedCatalog(db, { folder, now: new Date() })
afterAll(async () => {
  await registry.close()
  await rm(folder, { recursive: true })
})

const inDatabase = databaseIndex(db)
const inMemory = memoryIndex(await readIndexedApps(db, { limit: 2000 }))
const queries = [
  'convert video to gif',
  'prettier',
  'pretier',
  'jso',
  '视频转GIF',
  'resize many pictures at once',
  'find text in files',
  'k8s cluster',
]

describe('the search index in memory', () => {
  it('knows the same words as the database', async () => {
    for (const word of ['json', 'conv', 'vid', 'doc', 'pretier'])
      expect(await inMemory.findCompletions(word, 8)).toEqual(await inDatabase.findCompletions(word, 8))
    for (const slips of [['pretier'], ['vide', 'vdeo'], ['nothingsuch']])
      expect(await inMemory.findBySlips(slips)).toEqual(await inDatabase.findBySlips(slips))
    const terms = ['', '@1', 'json', '^json', 'convert', 'no-such-term']
    expect(await inMemory.countTerms(terms)).toEqual(await inDatabase.countTerms(terms))
    expect(await inMemory.newestSerial()).toBe(await inDatabase.newestSerial())
  })

  it.each(queries)('finds the same as the database for %s', async (q) => {
    const foundIn = async (index: typeof inMemory) => {
      const { items } = await searchApps(
        { reads: () => db, searchIndex: async () => index },
        { q, limit: 5, explain: true },
      )
      return items.map(({ name, explanation }) => [name, explanation?.score])
    }
    expect(await foundIn(inMemory)).toEqual(await foundIn(inDatabase))
  })

  it('filters by facets, and pages without what was added since', async () => {
    const page = async (query: string): Promise<SearchPage> =>
      SearchPage.parse(await (await registry.get(`/v1/search?${query}`)).json())
    const first = await page('q=json&limit=3&category=data')
    expect(first.items.every(({ category }) => category === 'data')).toBe(true)
    await registry.publish(
      manifestOf({ name: 'json-newest', category: 'data', summary: 'JSON JSON json', tags: ['json'] }),
      await registry.token('ann', 'publish:*'),
    )
    const names = [...first.items.map(({ name }) => name)]
    for (let cursor = first.next_cursor; cursor !== null; ) {
      const next = await page(`q=json&limit=3&category=data&cursor=${encodeURIComponent(cursor)}`)
      names.push(...next.items.map(({ name }) => name))
      cursor = next.next_cursor
    }
    expect(new Set(names).size).toBe(names.length)
    expect(names).not.toContain('json-newest')
    expect((await page('q=json-newest')).items[0]?.name).toBe('json-newest')
  })
})

describe('which index searches ask', () => {
  /** Counts what is read of the database. */
  function counted(isCurrent: () => boolean) {
    const reads: string[] = []
    const indexes = createSearchIndexes(() => {
      reads.push('read')
      return db
    }, isCurrent)
    return { indexes, reads }
  }

  it('is read once, and again after a change', async () => {
    const { indexes, reads } = counted(() => true)
    const [one, same] = await Promise.all([indexes.current(), indexes.current()])
    expect(one).toBe(same)
    expect(reads).toHaveLength(1)
    indexes.drop('jq')
    const changed = await indexes.current()
    expect(changed).not.toBe(one)
    expect(reads).toHaveLength(2)
    expect(await changed.countTerms([''])).toEqual(await one.countTerms(['']))
    indexes.drop()
    expect(await indexes.current()).not.toBe(changed)
  })

  it('has a change that another search has begun to read', async () => {
    const { indexes } = counted(() => true)
    const before = await indexes.current()
    indexes.drop('jq')
    const [one, other] = await Promise.all([indexes.current(), indexes.current()])
    expect(one).not.toBe(before)
    expect(other).toBe(one)
  })

  it('is the database while changes may be missed', async () => {
    let isCurrent = true
    const { indexes, reads } = counted(() => isCurrent)
    await indexes.current()
    isCurrent = false
    const before = reads.length
    expect(await (await indexes.current()).newestSerial()).toBe(await inDatabase.newestSerial())
    expect(reads.length).toBe(before + 1)
  })

  it('reads again what could not be read', async () => {
    let isBroken = true
    const indexes = createSearchIndexes(
      () => {
        if (isBroken) throw new Error('no database')
        return db
      },
      () => true,
    )
    await expect(indexes.current()).rejects.toThrow('no database')
    isBroken = false
    expect((await (await indexes.current()).countTerms([''])).get('')).toBeGreaterThan(100)
  })
})
