import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { AppDocument, CategoriesDocument, VersionDocument, WholeIndex } from '@cli-apps/core'
import { manifestDigest } from '@cli-apps/core/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../../services/registry/src/app.ts'
import { manifestOf } from '../../support/manifest-of.ts'
import { problemOf } from '../../support/problem-of.ts'
import { signingKey } from '../../support/signed-site.ts'
import { createTestRegistry, type TestRegistry } from '../../support/test-registry.ts'

let registry: TestRegistry
beforeAll(async () => {
  registry = await createTestRegistry(undefined, { signer: signingKey('documents') })
  const token = await registry.token('ann', 'publish:*')
  await registry.publish(manifestOf(), token)
  await registry.publish(manifestOf({ version: '3.6.2+1', aliases: ['pretty'] }), token)
  await registry.publish(manifestOf({ name: 'ollama', category: 'ai', version: '0.5.0' }), token)
})
afterAll(() => registry.close())

describe('documents', () => {
  test('the index lists every app in short form, by name', async () => {
    const index = WholeIndex.parse(await (await registry.get('/v1/index.json')).json())
    expect(index.apps.map(({ name, latest }) => `${name}@${latest}`)).toEqual([
      'ollama@0.5.0',
      'prettier@3.6.2+1',
    ])
    expect(index.apps[1]).not.toHaveProperty('description')
  })

  test('an app document lists its versions, highest first, with install commands', async () => {
    const app = AppDocument.parse(await (await registry.get('/v1/apps/prettier.json')).json())
    expect(app).toMatchObject({ latest: '3.6.2+1', owners: ['ann'], aliases: ['pretty'] })
    expect(app.versions.map(({ version }) => version)).toEqual(['3.6.2+1', '3.6.2'])
    expect(app.versions[0]).toMatchObject({
      published_at: '2026-01-02T03:04:05.678Z',
      install_commands: [{ method: 'npm', command: 'npm install --global prettier@3.6.2' }],
    })
  })

  test.each(['/v1/apps/prettier/3.6.2%2B1.json', '/v1/apps/prettier/3.6.2+1.json'])(
    'a version at %s has the manifest that its digest is of, and never changes',
    async (path) => {
      const response = await registry.get(path)
      const document = VersionDocument.parse(await response.json())
      expect(manifestDigest(document.manifest)).toBe(document.digest)
      expect(document.manifest).toMatchObject({ version: '3.6.2+1' })
      expect(response.headers.get('cache-control')).toContain('immutable')
    },
  )

  test('categories are counted, the list of keys is empty, and the schema is that of manifests', async () => {
    const categories = CategoriesDocument.parse(await (await registry.get('/v1/categories.json')).json())
    expect(categories.categories).toEqual([
      { name: 'ai', count: 1 },
      { name: 'dev', count: 1 },
    ])
    expect(await (await registry.get('/v1/keys.json')).json()).toEqual({ keys: [] })
    expect(await (await registry.get('/v1/schema/app.json')).json()).toHaveProperty('properties.entry_point')
  })
})

describe('a document over HTTP', () => {
  const path = '/v1/apps/prettier.json'

  test('has a strong ETag, answers 304 to it, and has a short lifetime', async () => {
    const response = await registry.get(path)
    const etag = response.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{43}"$/)
    expect(response.headers.get('cache-control')).toBe('public, max-age=60, must-revalidate')
    expect(response.headers.get('vary')).toMatch(/accept-encoding/i)
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await registry.get(path, { 'If-None-Match': header })
      expect(again.status).toBe(304)
      expect(await again.text()).toBe('')
      expect(again.headers.get('etag')).toBe(etag)
    }
    expect((await registry.get(path, { 'If-None-Match': '"other"' })).status).toBe(200)
  })

  test.each([
    ['gzip', 'br;q=0.5, gzip', gunzipSync],
    ['br', 'gzip;q=0.5, br', brotliDecompressSync],
  ])(
    'is encoded as %s for clients that prefer it, with an ETag of its own',
    async (encoding, header, decompress) => {
      const schema = '/v1/schema/app.json'
      registry.deps.changed()
      const plain = await registry.get(schema)
      registry.deps.changed()
      for (const _ of ['rendered', 'cached']) {
        const response = await registry.get(schema, { 'Accept-Encoding': header })
        expect(response.headers.get('content-encoding')).toBe(encoding)
        const etag = response.headers.get('etag') ?? ''
        expect(etag).toBe(plain.headers.get('etag')?.replace(/"$/, `-${encoding}"`))
        const bytes = new Uint8Array(await response.arrayBuffer())
        expect(response.headers.get('content-length')).toBe(String(bytes.length))
        expect(decompress(bytes).toString()).toBe(await plain.clone().text())
        const again = await registry.get(schema, { 'Accept-Encoding': header, 'If-None-Match': etag })
        expect(again.status).toBe(304)
        expect(again.headers.get('etag')).toBe(etag)
        expect(again.headers.get('content-encoding')).toBeNull()
        expect((await registry.get(schema, { 'If-None-Match': etag })).status).toBe(200)
      }
    },
  )

  test('has the same headers from the cache, including CORS and security headers', async () => {
    registry.deps.changed()
    const [rendered, cached] = [await registry.get(path), await registry.get(path)]
    expect(Object.fromEntries(cached.headers)).toEqual(Object.fromEntries(rendered.headers))
    expect(Object.fromEntries(cached.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      'content-type': 'application/json',
    })
    expect(await cached.text()).toBe(await rendered.text())
  })

  test('answers HEAD with the headers of GET and no body', async () => {
    const get = await registry.get(path)
    const head = await registry.app.request(path, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control'])
      expect(head.headers.get(name)).toBe(get.headers.get(name))
  })
})

describe('a missing document', () => {
  test.each([
    ['/v1/apps/pretier.json', 'prettier'],
    ['/v1/apps/Prettier.json', 'prettier'],
    ['/v1/apps/olama/1.0.0.json', 'ollama'],
  ])('%s is a 404 that suggests %s', async (path, near) => {
    const problem = await problemOf(await registry.get(path))
    expect(problem).toMatchObject({ status: 404, code: 'app.unknown' })
    expect(problem.hint).toContain(near)
  })

  test.each([
    '/v1/apps/__proto__.json',
    '/v1/apps/constructor.json',
    '/v1/apps/%00.json',
    '/v1/apps/..%2f..%2fetc%2fpasswd.json',
    '/v1/apps/%25.json',
    '/v1/apps/%E0%A4%A.json',
    "/v1/apps/'%20or%201=1--.json",
    `/v1/apps/${'a'.repeat(5000)}.json`,
    '/v1/apps/constructor/1.0.0.json',
  ])('%.60s is a 404', async (path) => {
    expect(await problemOf(await registry.get(path))).toMatchObject({ status: 404, code: 'app.unknown' })
  })

  test.each([
    '/v1/apps/prettier/9.9.9.json',
    '/v1/apps/prettier/%00.json',
    '/v1/apps/prettier/__proto__.json',
  ])('%s is a 404 that names the latest version', async (path) => {
    const problem = await problemOf(await registry.get(path))
    expect(problem).toMatchObject({ status: 404, code: 'version.unknown' })
    expect(problem.hint).toContain('3.6.2+1')
  })

  test.each(['/v1', '/v1/', '/v1/nope', '/v2/index.json', '/v1/index.json/x'])(
    '%s is a problem too',
    async (path) => {
      expect(await problemOf(await registry.get(path))).toMatchObject({ status: 404, code: 'route.unknown' })
    },
  )

  test.each([
    ['DELETE', '/v1/apps/prettier/3.6.2', 'PUT'],
    ['POST', '/v1/index.json', 'GET, HEAD'],
    ['GET', '/v1/resolve', 'POST'],
  ])('%s %s is a 405 that lists the allowed methods', async (method, path, allowed) => {
    const response = await registry.app.request(path, { method })
    expect(response.headers.get('allow')).toBe(allowed)
    expect(await problemOf(response)).toMatchObject({ status: 405, code: 'route.method' })
  })

  test.each(['/v1/index.json?x=1', '/v1/apps/prettier.json?fields=name', '/v1/apps/prettier/3.6.2.json?v'])(
    '%s has a parameter that nobody knows',
    async (path) => {
      expect(await problemOf(await registry.get(path))).toMatchObject({ status: 400, code: 'query.invalid' })
    },
  )
})

test('every response that is not a document carries a request id', async () => {
  expect((await registry.get('/v1/apps', { 'X-Request-Id': 'abc' })).headers.get('x-request-id')).toBe('abc')
  expect((await registry.get('/v1/nope')).headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
})

test('health and readiness endpoints answer', async () => {
  expect(await (await registry.get('/healthz')).json()).toEqual({ status: 'ok' })
  expect(await (await registry.get('/readyz')).json()).toEqual({ status: 'ready' })
})

test('readiness is a 503 while the database is unavailable, liveness is not', async () => {
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const app = createApp({ ...registry.deps, ping: () => Promise.reject(away) })
  expect(await problemOf(await app.request('/readyz'))).toMatchObject({ status: 503, code: 'database.away' })
  expect((await app.request('/healthz')).status).toBe(200)
})
