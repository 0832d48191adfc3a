import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRuntime, type Runtime } from '../../../packages/runtime/src/index.ts'
import { type RunningMcpServer, serveMcpHttp } from '../../../packages/runtime/src/mcp/index.ts'
import { createFixtureWorkspace, type FixtureWorkspace } from '../../support/fixture-workspace.ts'

const token = 'a-token-of-the-test'
let workspace: FixtureWorkspace
let runtime: Runtime
let server: RunningMcpServer

beforeAll(async () => {
  workspace = await createFixtureWorkspace()
  await workspace.install('probe')
  runtime = await createRuntime({ workspace: workspace.root, sandbox: 'off', audit: false })
  server = await serveMcpHttp(runtime, { token })
})
afterAll(async () => {
  await server.close()
  await runtime.close()
  await workspace[Symbol.asyncDispose]()
})

const post = (body: string | Uint8Array<ArrayBuffer>): Promise<Response> =>
  fetch(server.url, {
    method: 'POST',
    body,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
  })

const params = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
}
const initialize = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })

it.each<[string, string | Uint8Array<ArrayBuffer>]>([
  ['12 MB', `{"jsonrpc":"2.0","id":1,"method":"${'x'.repeat(12_000_000)}"}`],
  ['half a message', initialize.slice(0, 40)],
  ['nothing', ''],
  ['invalid UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])],
  ['a NUL', '\0'],
  ['a number', '5'],
  ['an empty batch', '[]'],
  [
    '100,000 levels',
    `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${'['.repeat(1e5)}${']'.repeat(1e5)}}}`,
  ],
])('a server over HTTP refuses %s with an error, and continues', async (_, body) => {
  const answer = await post(body)
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
  expect(JSON.parse(await answer.text())).toMatchObject({
    jsonrpc: '2.0',
    error: { message: expect.any(String) },
  })
  const next = await post(initialize)
  expect(next.status).toBe(200)
  await next.body?.cancel()
})
