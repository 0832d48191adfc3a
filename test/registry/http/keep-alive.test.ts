import { Agent, type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../../../services/registry/src/http/start-server.ts'
import { manifestOf } from '../../support/manifest-of.ts'
import { createTestRegistry, type TestRegistry } from '../../support/test-registry.ts'

const count = 500
let registry: TestRegistry
let server: RunningServer
const agents = Array.from({ length: count }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
beforeAll(async () => {
  registry = await createTestRegistry()
  await registry.publish(manifestOf(), await registry.token('ann', 'publish:*'))
  server = await startServer(registry.app, { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  for (const agent of agents) agent.destroy()
  await server.drain(1000)
  await registry.close()
})

/** The local port of the connection that served a document. */
const read = (agent: Agent): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const asked = request(`${server.url}/v1/apps/prettier.json`, { agent }, (answer: IncomingMessage) => {
      const port = asked.socket?.localPort
      answer.resume()
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve(port) : reject(new Error(`${answer.statusCode}`)),
      )
    })
    asked.on('error', reject)
    asked.end()
  })

test(`serves ${count} kept-alive connections again on the same connections`, async () => {
  const first = await Promise.all(agents.map(read))
  expect(new Set(first).size).toBe(count)
  expect(await Promise.all(agents.map(read))).toEqual(first)
})
