import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMetricsApp } from '../../../services/registry/src/http/metrics-app.ts'
import { manifestOf } from '../../support/manifest-of.ts'
import { createTestRegistry, type TestRegistry } from '../../support/test-registry.ts'

let registry: TestRegistry
beforeAll(async () => {
  registry = await createTestRegistry(undefined, { rateLimits: { reads: 1000, writes: 1000, failures: 0 } })
})
afterAll(() => registry.close())

test('reports requests by operation and never by path, and the activity of cache and database', async () => {
  const token = await registry.token('ann', 'publish:*')
  const publishing = await registry.publish(manifestOf(), token)
  // Allows no attempt with a bad token, and so no request with a token at all.
  expect(publishing.status).toBe(429)
  const metrics = createMetricsApp(registry.deps)
  for (const path of ['index.json', 'index.json', 'apps/zebra.json', 'apps/zebra.json', 'nowhere'])
    await registry.get(`/v1/${path}`)
  const answer = await metrics.request('/metrics')
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
  const lines = (await answer.text()).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'cli_apps_http_requests_total{operation="getIndex",status="2xx"} 1',
      'cli_apps_http_requests_total{operation="getApp",status="4xx"} 2',
      'cli_apps_http_requests_total{operation="other",status="4xx"} 1',
      'cli_apps_rate_limited_total{limit="failures"} 1',
      'cli_apps_document_hits_total 1',
      'cli_apps_document_misses_total 1',
      'cli_apps_database_up 1',
      'cli_apps_change_feed_up 1',
    ]),
  )
  expect(lines.some((line) => line.startsWith('process_resident_memory_bytes '))).toBe(true)
  expect(lines.join()).not.toContain('zebra')
})

test("is not available at the registry's own address", async () => {
  expect((await registry.get('/metrics')).status).toBe(404)
})
