import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../../../services/registry/src/http/start-server.ts'
import { manifestOf } from '../../support/manifest-of.ts'
import { problemOf } from '../../support/problem-of.ts'
import { createTestRegistry, type TestRegistry } from '../../support/test-registry.ts'

let registry: TestRegistry
let server: RunningServer
let client: Client
let oldClient: OldClient
beforeAll(async () => {
  registry = await createTestRegistry()
  const token = await registry.token('ann', 'publish:*')
  for (let minor = 0; minor < 12; minor++)
    await registry.publish(
      manifestOf({ version: `3.${minor}.0`, i18n: { zh: { summary: '格式化代码' } } }),
      token,
    )
  server = await startServer(registry.app, { host: '127.0.0.1', port: 0 })
  const endpoint = new URL('/mcp', server.url)
  client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new StreamableHTTPClientTransport(endpoint))
  oldClient = new OldClient({ name: 'test', version: '1.0.0' })
  await oldClient.connect(new OldTransport(endpoint))
})
afterAll(async () => {
  await Promise.all([client.close(), oldClient.close()])
  await server.drain(1000)
  await registry.close()
})

interface Result {
  isError?: boolean
  structuredContent?: unknown
  content: { type: string; text: string }[]
}
const call = async (name: string, args: Record<string, unknown>): Promise<Result> =>
  (await client.callTool({ name, arguments: args })) as Result

describe('POST /mcp', () => {
  test('lists three read-only tools, each with input and output schemas', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['search_apps', 'get_app', 'resolve_app'])
    for (const { annotations, inputSchema, outputSchema, description } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false })
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(outputSchema).toMatchObject({ type: 'object' })
      expect(description?.length).toBeLessThan(400)
    }
  })

  test('responds identically to clients of revisions before 2026-07-28', async () => {
    expect(await oldClient.listTools()).toEqual({ tools: (await client.listTools()).tools })
    const named = { name: 'get_app', arguments: { name: 'prettier' } }
    expect((await oldClient.callTool(named)).structuredContent).toEqual(
      (await client.callTool(named)).structuredContent,
    )
    expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28')
  })

  test('offers no subscriptions', async () => {
    await expect(client.listen({ toolsListChanged: true })).rejects.toThrow()
  })

  test('finds, shows and resolves an app, as data and as text', async () => {
    const found = await call('search_apps', { query: 'format code' })
    expect(found.structuredContent).toMatchObject({ items: [{ name: 'prettier', latest: '3.11.0' }] })
    expect(JSON.parse(found.content[0]?.text ?? '')).toEqual(found.structuredContent)
    expect(found.content[0]?.text).not.toContain('代码')

    const { structuredContent } = await call('get_app', { name: 'prettier' })
    expect(structuredContent).toMatchObject({ name: 'prettier', owners: ['ann'], older_versions: 2 })
    expect((structuredContent as { versions: unknown[] }).versions).toHaveLength(10)

    const resolved = await call('resolve_app', {
      name: 'prettier',
      range: '~3.4',
      platform: 'linux-x64',
      tools: ['npm'],
    })
    expect(resolved.structuredContent).toMatchObject({ name: 'prettier', version: '3.4.0', method: 'npm' })
  })

  test('returns a failure as a result that a model can act on', async () => {
    const unknown = await call('get_app', { name: 'pretier' })
    expect(unknown).toMatchObject({ isError: true })
    expect(unknown.content[0]?.text).toBe('The app "pretier" was not found.\nDid you mean prettier?')
    const bad = await call('search_apps', { query: '', limit: 500 })
    expect(bad).toMatchObject({ isError: true })
    expect(bad.content[0]?.text).toMatch(/query: .+\n.*limit: /s)
    await expect(call('remove_app', {})).rejects.toThrow(/tool is unknown/)
  })

  const listing = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const ask = (init: RequestInit): Promise<Response> =>
    fetch(`${server.url}/mcp`, {
      ...init,
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...(init.headers as Record<string, string>),
      },
    })

  test('requires no session', async () => {
    const answer = await ask({ method: 'POST', body: listing })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(await answer.json()).toMatchObject({ id: 1, result: { tools: [{}, {}, {}] } })
    const notified = await ask({
      method: 'POST',
      body: '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    })
    expect(notified.status).toBe(202)
  })

  test('refuses requests from pages of other sites', async () => {
    for (const Origin of [
      'https://evil.example',
      'http://localhost.evil.example',
      'http://127.evil.example',
      'null',
    ]) {
      const refused = await ask({ method: 'POST', body: listing, headers: { Origin } })
      expect(await problemOf(refused), Origin).toMatchObject({ status: 403, code: 'origin.foreign' })
    }
    const local = await ask({ method: 'POST', body: listing, headers: { Origin: 'http://localhost:6274' } })
    expect(local.status).toBe(200)
  })

  test('offers no stream and no session to delete', async () => {
    for (const method of ['GET', 'DELETE']) {
      const answer = await ask({ method })
      expect(answer.status, method).toBe(405)
      expect(answer.headers.get('allow')).toBe('POST')
    }
  })

  test('refuses invalid and oversized messages', async () => {
    for (const [body, status] of [
      ['{', 422],
      ['[]', 422],
      ['{"jsonrpc":"2.0"}', 400],
      [`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"x":"${'x'.repeat(1024 * 1024)}"}}`, 413],
    ] as const)
      expect((await ask({ method: 'POST', body })).status).toBe(status)
    expect(
      (await ask({ method: 'POST', body: listing, headers: { 'Content-Type': 'text/plain' } })).status,
    ).toBe(415)
  })
})
