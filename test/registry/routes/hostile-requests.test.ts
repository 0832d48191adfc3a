import { afterAll, beforeAll, expect, it } from 'vitest'
import { hostileRequests } from '../../../scripts/registry-load/hostile-requests.ts'
import { createTestRegistry, type TestRegistry } from '../../support/test-registry.ts'

let registry: TestRegistry
beforeAll(async () => {
  registry = await createTestRegistry()
})
afterAll(() => registry.close())

it.each(hostileRequests.filter(({ path }) => !path.includes('well-known')))(
  'answers $name with less than it was sent, or a bounded page',
  async ({ path, method = 'GET', body, headers }) => {
    const answer = await registry.app.request(path, {
      method,
      ...(body !== undefined && { body }),
      ...(headers !== undefined && { headers }),
    })
    const text = await answer.text()
    expect(answer.status).toBeLessThan(500)
    // Nothing holds a thread until its time is up.
    expect(text).not.toContain('work.too-long')
    if (body !== undefined) expect(text.length).toBeLessThan(200_000)
    const { issues = [] } = text.startsWith('{"valid"') ? JSON.parse(text) : {}
    expect(issues.length).toBeLessThanOrEqual(201)
  },
)

it.each([
  ['validate: 80,000 broken commands', 200, '"rule":"schema.too-big"'],
  ['validate: 30,000 languages', 200, '"rule":"schema.too-big"'],
  ['validate: 300,000 empty arrays', 413, 'json.too-many-values'],
  ['validate: nested 500,000 deep', 422, 'json.too-deep'],
  ['resolve: 40,000 bad names', 413, 'json.too-many-values'],
  ['resolve: 100,000 tools', 413, 'json.too-many-values'],
  ['mcp: 60,000 messages', 413, 'json.too-many-values'],
])('refuses %s before validating it against a schema', async (name, status, holds) => {
  const {
    path,
    body = '',
    headers = {},
  } = hostileRequests.find((request) => request.name === name) ?? { path: '' }
  const answer = await registry.app.request(path, { method: 'POST', body, headers })
  expect(answer.status).toBe(status)
  expect(await answer.text()).toContain(holds)
})
