import { expect, test } from 'vitest'
import { createDocumentCache } from '../../../services/registry/src/http/document-cache.ts'

const documentOf = (app: string | null, size: number) => ({
  app,
  isDownload: false,
  lifeMs: Number.POSITIVE_INFINITY,
  plain: { etag: '"x"', body: new Uint8Array(size), headers: {} },
  compressed: new Map(),
})

test('stays within its size and evicts the least recently used documents first', () => {
  const cache = createDocumentCache(10_000)
  for (const name of ['a', 'b']) cache.add(name, documentOf(name, 2500), 0)
  cache.find('a')
  cache.add('c', documentOf('c', 2500), 0)
  expect(['a', 'b', 'c'].filter((name) => cache.find(name))).toEqual(['a', 'c'])
  cache.add('huge', documentOf('huge', 10_000), 0)
  expect(cache.find('huge')).toBeUndefined()
  expect(cache.counts).toMatchObject({ evictions: 1, documents: 2, bytes: 8000, hits: 3, misses: 4 })
})

test('accepts a new document even if each of the others has been requested', () => {
  const cache = createDocumentCache(10_000)
  for (const name of ['a', 'b']) cache.add(name, documentOf(name, 2500), 0)
  for (const name of ['a', 'b']) cache.find(name)
  cache.add('c', documentOf('c', 2500), 0)
  expect(['a', 'b', 'c'].filter((name) => cache.find(name))).toEqual(['b', 'c'])
})

test('counts the compressed forms of the documents that it still holds', () => {
  const cache = createDocumentCache(10_000)
  const [a, b] = [documentOf('a', 2500), documentOf('b', 2500)]
  cache.add('a', a, 0)
  cache.add('b', b, 0)
  cache.grow('a', documentOf('a', 2500), 8000)
  expect(['a', 'b'].filter((name) => cache.find(name))).toEqual(['a', 'b'])
  cache.grow('a', a, 3000)
  expect(['a', 'b'].filter((name) => cache.find(name))).toEqual(['a'])
})

test('supersedes the documents of an app and those of all apps, and nothing else', () => {
  const cache = createDocumentCache()
  cache.add('index', documentOf(null, 1), 0)
  for (const name of ['a', 'b']) cache.add(name, documentOf(name, 1), 0)
  cache.drop('a')
  expect(['index', 'a', 'b'].filter((name) => cache.find(name))).toEqual(['b'])
  cache.drop()
  expect(cache.find('b')).toBeUndefined()
})

test('keeps superseded documents as long as there is space and nothing newer', () => {
  const cache = createDocumentCache(10_000)
  const [first, second] = [documentOf('a', 1), documentOf('a', 2)]
  cache.add('a', first, 0)
  cache.drop('a')
  expect([cache.find('a'), cache.findStale('a')]).toEqual([undefined, first])
  cache.add('a', second, cache.generation())
  expect(cache.findStale('a')).toBe(second)
  cache.drop()
  for (const name of ['b', 'c']) cache.add(name, documentOf(name, 3500), cache.generation())
  expect(cache.findStale('a')).toBeUndefined()
})

test('treats a document whose rendering began before a change as superseded', () => {
  const cache = createDocumentCache()
  const [old, fresh] = [documentOf('a', 1), documentOf('a', 1)]
  const begun = cache.generation()
  cache.drop('a')
  cache.add('a', old, begun)
  expect([cache.find('a'), cache.findStale('a')]).toEqual([undefined, old])
  cache.add('a', fresh, cache.generation())
  cache.add('a', old, begun)
  expect(cache.find('a')).toBe(fresh)
})

test('treats a document that was begun before a change of another app as current, unless it describes all apps', () => {
  const cache = createDocumentCache()
  const begun = cache.generation()
  cache.drop('b')
  cache.add('a', documentOf('a', 1), begun)
  cache.add('index', documentOf(null, 1), begun)
  expect(['a', 'index'].filter((name) => cache.find(name))).toEqual(['a'])
  cache.drop('a')
  expect(cache.find('a')).toBeUndefined()
})

test('gives a document up for its age, and still has it where there is no newer one', () => {
  let now = 1000
  const cache = createDocumentCache(10_000, () => now)
  const page = { ...documentOf('a', 10), lifeMs: 60 }
  cache.add('page', page, 0)
  cache.add('document', documentOf('a', 10), 0)
  now += 59
  expect(cache.find('page')).toBe(page)
  now += 1
  expect(cache.find('page')).toBeUndefined()
  expect(cache.findStale('page')).toBe(page)
  expect(cache.find('document')).toBeDefined()
})
