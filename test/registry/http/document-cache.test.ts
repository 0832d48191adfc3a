import { expect, test } from 'vitest'
import { createDocumentCache } from '../../../services/registry/src/http/document-cache.ts'

const documentOf = (app: string | null, size: number) => ({
  app,
  plain: { etag: '"x"', body: new Uint8Array(size), headers: {} },
  compressed: new Map(),
})

test('holds no more bytes than it may, and lets the least recently used go first', () => {
  const cache = createDocumentCache(100)
  for (const name of ['a', 'b']) cache.add(name, documentOf(name, 40), 0)
  cache.find('a')
  cache.add('c', documentOf('c', 40), 0)
  expect(['a', 'b', 'c'].filter((name) => cache.find(name))).toEqual(['a', 'c'])
  cache.add('huge', documentOf('huge', 101), 0)
  expect(cache.find('huge')).toBeUndefined()
})

test('counts the compressed forms of what it still holds', () => {
  const cache = createDocumentCache(100)
  const [a, b] = [documentOf('a', 40), documentOf('b', 40)]
  cache.add('a', a, 0)
  cache.add('b', b, 0)
  cache.grow('a', documentOf('a', 40), 80)
  expect(['a', 'b'].filter((name) => cache.find(name))).toEqual(['a', 'b'])
  cache.grow('a', a, 30)
  expect(['a', 'b'].filter((name) => cache.find(name))).toEqual(['a'])
  cache.drop('a')
  for (const name of ['c', 'd']) cache.add(name, documentOf(name, 50), cache.generation())
  expect(['c', 'd'].filter((name) => cache.find(name))).toEqual(['c', 'd'])
})

test('forgets an app together with what tells of all apps, and nothing else', () => {
  const cache = createDocumentCache()
  cache.add('index', documentOf(null, 1), 0)
  for (const name of ['a', 'b']) cache.add(name, documentOf(name, 1), 0)
  cache.drop('a')
  expect(['index', 'a', 'b'].filter((name) => cache.find(name))).toEqual(['b'])
  cache.drop()
  expect(cache.find('b')).toBeUndefined()
})

test('does not keep a document that was begun before a change', () => {
  const cache = createDocumentCache()
  const begun = cache.generation()
  cache.drop('a')
  cache.add('a', documentOf('a', 1), begun)
  expect(cache.find('a')).toBeUndefined()
  cache.add('a', documentOf('a', 1), cache.generation())
  expect(cache.find('a')).toBeDefined()
})
