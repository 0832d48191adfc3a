import { expect, onTestFinished, test } from 'vitest'
import { runFuzz } from '../../scripts/fuzz/run-fuzz.ts'
import { startServer } from '../../services/registry/src/http/start-server.ts'
import { manifestOf } from '../support/manifest-of.ts'
import { createTestRegistry } from '../support/test-registry.ts'

test('no request makes the server fail, hang, reveal internals, or answer other than documented', async () => {
  const registry = await createTestRegistry()
  const server = await startServer(registry.app, { host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    await server.drain(0)
    await registry.close()
  })
  const publisher = await registry.token('ann', 'publish:*')
  const admin = await registry.token('operator', 'admin')
  for (const name of ['prettier', 'jq', 'ripgrep'])
    expect((await registry.publish(manifestOf({ name, aliases: [] }), publisher)).status).toBe(201)
  const report = await runFuzz({ url: server.url, requests: 500, seed: 4870, tokens: [publisher, admin] })
  expect(report.failures).toEqual([])
  expect(Object.keys(report.statuses).length).toBeGreaterThan(5)
})
