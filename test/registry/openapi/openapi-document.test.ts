import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRoutes } from '../../../services/registry/src/app.ts'
import { operationOf } from '../../../services/registry/src/http/operation.ts'
import type { OpenApiDocument } from '../../../services/registry/src/openapi/openapi-document.ts'
import { createTestRegistry, type TestRegistry } from '../../support/test-registry.ts'

let registry: TestRegistry
let text: string
let document: OpenApiDocument
beforeAll(async () => {
  registry = await createTestRegistry()
  text = await (await registry.get('/openapi.json')).text()
  document = JSON.parse(text)
})
afterAll(() => registry.close())

interface Route {
  method: string
  path: string
}
const isSame = (a: Route, b: Route): boolean => a.method === b.method && a.path === b.path

const operations = () =>
  Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )

describe('GET /openapi.json', () => {
  test('is a document with a strong ETag that answers 304', async () => {
    const first = await registry.get('/openapi.json')
    expect(first.headers.get('content-type')).toBe('application/json')
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[\w-]+"$/)
    expect((await registry.get('/openapi.json', { 'If-None-Match': tag })).status).toBe(304)
  })

  test('passes a public linter', async () => {
    const config = await createConfig({
      extends: ['spec', 'recommended-strict'],
      rules: {
        // Where a word such as `audit` could also be a version, the route with the word wins; no version is such a
        // word.
        'no-ambiguous-paths': 'off',
        // Documents and pages have no failures besides those of all operations.
        'operation-4xx-response': 'error',
      },
    })
    const faults = await lintFromString({ source: text, config })
    expect(
      faults.map(({ ruleId, message, location }) => ({ ruleId, message, at: location[0]?.pointer })),
    ).toEqual([])
  })

  test('describes every route, and nothing else', async () => {
    const { routes } = createRoutes(registry.deps)
    const undescribed = routes
      .filter(({ method }) => method !== 'ALL')
      .filter(
        (route) => !routes.some((other) => isSame(route, other) && operationOf(other.handler) !== undefined),
      )
    expect(undescribed.map(({ method, path }) => `${method} ${path}`)).toEqual([])
    for (const { path, method } of operations()) {
      const answer = await registry.app.request(path.replaceAll(/\{\w+\}/g, 'a'), {
        method: method.toUpperCase(),
      })
      const body = await answer.text()
      expect(body, `${method} ${path}`).not.toContain('route.unknown')
      expect(answer.status, `${method} ${path}`).not.toBe(405)
    }
  })

  test('lists every operation once, with a unique id and a tag', () => {
    const ids = operations().map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const groups = new Set(document.tags?.map(({ name }) => name))
    for (const { operation } of operations()) expect(groups).toContain(operation.tags[0])
  })

  test("refers to core's schemas by name instead of repeating them", () => {
    expect(Object.keys(document.components?.schemas ?? {})).toEqual(
      expect.arrayContaining(['AppDocument', 'AppManifest', 'AppPage', 'IndexEntry', 'Problem']),
    )
    expect(document.paths?.['/v1/apps/{name}.json']?.get?.responses?.[200]?.content).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/AppDocument' } },
    })
    expect(document.paths?.['/v1/apps/{name}/{version}']?.put).toMatchObject({
      security: [{ token: [] }],
      requestBody: {
        content: {
          'application/json': {
            schema: {
              anyOf: [
                { $ref: '#/components/schemas/AppManifest' },
                { properties: { manifest: { $ref: '#/components/schemas/AppManifest' } } },
              ],
            },
          },
        },
      },
      responses: { 401: {}, 409: {}, 413: {}, 422: {}, 429: {}, 503: {} },
    })
  })
})
