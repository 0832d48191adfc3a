import { expect, onTestFinished, test } from 'vitest'
import { startServer } from '../../../services/registry/src/http/start-server.ts'
import { createTestRegistry } from '../../support/test-registry.ts'

test('a connection whose body was not read is closed, and the client is told before it reuses it', async () => {
  const registry = await createTestRegistry()
  const server = await startServer(registry.app, { host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    await server.drain(0)
    await registry.close()
  })
  const validate = (body: string): Promise<Response> =>
    fetch(`${server.url}/v1/validate`, { method: 'POST', body })
  for (let round = 0; round < 3; round++) {
    const refused = await validate(' '.repeat(1024 * 1024 + 1))
    expect([refused.status, refused.headers.get('connection')]).toEqual([413, 'close'])
    await refused.text()
    const taken = await validate('{}')
    expect([taken.status, taken.headers.get('connection')]).toEqual([200, 'keep-alive'])
    await taken.text()
  }
})

test('a body with thousands of mistakes gets two hundred of them reported, with the number of the others', async () => {
  const registry = await createTestRegistry()
  onTestFinished(registry.close)
  const apps = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`Not ${index}`, '*']))
  const answer = await registry.post('/v1/resolve', { apps, host: { platform: 'linux-x64', tools: [] } })
  expect(answer.status).toBe(422)
  expect(((await answer.json()) as { issues: unknown[] }).issues).toHaveLength(201)
})
