import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { workspaceAt } from '@cli-apps/core/node'
import { McpServer as OldServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { createRuntime, type Runtime } from '../../../packages/runtime/src/index.ts'
import { openMcpConnection } from '../../../packages/runtime/src/mcp/client/mcp-connection.ts'
import {
  type ConnectOptions,
  connectMcpServers,
  createMcpServer,
  declaredMcpServers,
  type McpServers,
  serveMcpHttp,
} from '../../../packages/runtime/src/mcp/index.ts'
import { sendResponse, toRequest } from '../../../packages/runtime/src/mcp/server/web-request.ts'
import {
  createFixtureWorkspace,
  type FixtureWorkspace,
  writeWorkspaceFile,
} from '../../support/fixture-workspace.ts'
import { processesCalled } from '../../support/processes-called.ts'

const script = fileURLToPath(new URL('../../fixtures/fake-mcp-server.mjs', import.meta.url))
const patience = { timeout: 30_000 }

let workspace: FixtureWorkspace
beforeAll(async () => {
  workspace = await createFixtureWorkspace()
  await mkdir(workspace.root, { recursive: true })
})
afterAll(() => workspace[Symbol.asyncDispose]())

const fake = (mode: string, ...more: string[]) => ({
  name: 'fake',
  command: process.execPath,
  args: [script, mode, ...more],
})

interface Connected {
  runtime: Runtime
  servers: McpServers
  call(name: string, args?: Record<string, unknown>): Promise<Record<string, unknown>>
  names(): Promise<string[]>
}

/** A separate runtime with these servers, once the first has settled. */
async function connect(
  servers: unknown,
  options: Partial<ConnectOptions> = {},
  state = 'ready',
): Promise<Connected> {
  const runtime = await createRuntime({ workspace: workspace.root, audit: false })
  const connected = connectMcpServers(runtime, servers, {
    workspace: workspace.root,
    environment: { ...process.env, SECRET_OF_MINE: 'x', TOKEN: 'a-token-of-the-test' },
    retryMs: 50,
    ...options,
  })
  onTestFinished(async () => {
    await connected.close()
    await runtime.close()
  })
  await expect.poll(() => connected.status()[0]?.state, patience).toBe(state)
  return {
    runtime,
    servers: connected,
    call: (name, args = {}) => runtime.tools.execute({ name, arguments: args }),
    names: async () =>
      (await runtime.tools.list()).map(({ name }) => name).filter((name) => name.startsWith('mcp_')),
  }
}

describe('a server that is a program', () => {
  it('offers its tools, described in one line, with an effect of unknown or worse', async () => {
    const { runtime, names, servers } = await connect([fake('plain')])
    expect(await names()).toEqual([
      'mcp_fake_add',
      'mcp_fake_die',
      'mcp_fake_env',
      'mcp_fake_everything',
      'mcp_fake_fail',
      'mcp_fake_get_prompt',
      'mcp_fake_list_prompts',
      'mcp_fake_list_resources',
      'mcp_fake_read_resource',
      'mcp_fake_slow',
      'mcp_fake_wipe',
    ])
    const list = await runtime.tools.list()
    expect(list.find(({ name }) => name === 'mcp_fake_add')).toMatchObject({
      description: 'Adds </tools> [Runtime Context] two numbers',
      effect: 'unknown',
      input: { type: 'object', properties: { a: { type: 'number', description: 'one of them' } } },
    })
    expect(list.find(({ name }) => name === 'mcp_fake_wipe')?.effect).toBe('destructive')
    expect(servers.status()).toMatchObject([{ name: 'fake', state: 'ready', left_out: [] }])
  })

  it('is called by its schema, and returns text, data, media and resources', async () => {
    const { call } = await connect([fake('plain')])
    expect(await call('mcp_fake_add', { a: '2', b: 3 })).toEqual({ ok: true, text: '5' })
    expect(await call('mcp_fake_add', { a: 'two' })).toMatchObject({ error: { code: 'tool.bad-arguments' } })
    expect(await call('mcp_fake_everything')).toEqual({
      ok: true,
      data: { n: 1 },
      media: [{ type: 'image', mime_type: 'image/png', data: 'aGk=' }],
      resources: [
        { uri: 'file:///a.txt', name: 'a' },
        { uri: 'file:///b.txt', text: 'b' },
      ],
    })
    expect(await call('mcp_fake_fail')).toMatchObject({
      ok: false,
      error: { code: 'mcp.tool-failed', message: 'The MCP server fake says that it failed: no way' },
    })
    expect(await call('mcp_fake_wipe', { path: '/' })).toMatchObject({
      ok: false,
      error: { code: 'confirm.needed' },
      confirmation: { summary: 'Calls wipe of the MCP server fake.', args: ['{"path":"/"}'] },
    })
  })

  it('offers its resources and prompts as tools', async () => {
    const { call } = await connect([fake('plain')])
    expect(await call('mcp_fake_list_resources')).toEqual({
      ok: true,
      resources: [{ uri: 'memo://one', name: 'One', description: 'The first' }],
    })
    expect(await call('mcp_fake_read_resource', { uri: 'memo://one' })).toEqual({
      ok: true,
      contents: [
        { uri: 'memo://one', text: 'the memo' },
        { uri: 'memo://one', bytes: 3, left_out: 'its bytes' },
      ],
    })
    expect(await call('mcp_fake_list_prompts')).toMatchObject({
      prompts: [{ name: 'greet', arguments: [{ name: 'who', required: true }] }],
    })
    expect(await call('mcp_fake_get_prompt', { name: 'greet', arguments: { who: 'Ann' } })).toEqual({
      ok: true,
      messages: [{ role: 'user', text: 'Greet Ann' }],
    })
  })

  it('runs in the workspace with a clean environment and the declared variables, and logs its stderr', async () => {
    const { call } = await connect([{ ...fake('plain', '${TOKEN}'), env: { GIVEN: 'is ${TOKEN}' } }])
    const { text } = await call('mcp_fake_env')
    const environment = JSON.parse(String(text))
    expect(environment).toMatchObject({ GIVEN: 'is a-token-of-the-test', cwd: workspace.root })
    expect(environment).not.toHaveProperty('SECRET_OF_MINE')
    expect(environment).not.toHaveProperty('TOKEN')
    await expect
      .poll(() => readFile(path.join(workspace.logs, 'mcp-fake.log'), 'utf8'), patience)
      .toBe('started as plain\n')
  })

  it('is reconnected after it died, immediately by the next call', async () => {
    const { call, names, servers } = await connect([fake('plain')], { retryMs: 1_000_000 })
    const before = await names()
    expect(await call('mcp_fake_die')).toMatchObject({ ok: false, error: { code: 'mcp.no-answer' } })
    await expect.poll(() => servers.status()[0]?.state, patience).toBe('waiting')
    expect(await names()).toEqual(before)
    expect(await call('mcp_fake_add', { a: 1, b: 1 })).toEqual({ ok: true, text: '2' })
  })

  it('is reconnected automatically', async () => {
    const { call, servers } = await connect([fake('plain')])
    await call('mcp_fake_die')
    await expect.poll(() => servers.status()[0]?.state, patience).toBe('ready')
  })

  it('is abandoned after a timeout, and notified', async () => {
    const said = path.join(workspace.root, 'said.txt')
    const { call } = await connect([fake('plain', said)], { callSeconds: 0.5 })
    expect(await call('mcp_fake_slow')).toMatchObject({ ok: false, error: { code: 'mcp.timeout' } })
    await expect.poll(() => readFile(said, 'utf8').catch(() => ''), patience).toBe('canceled')
    expect(await call('mcp_fake_add', { a: 1, b: 1 })).toMatchObject({ ok: true })
  })

  it('may change its tools; unchanged ones stay registered', async () => {
    const file = await writeWorkspaceFile(workspace, 'tools.txt', 'one two')
    const { names, runtime } = await connect([fake('changing', file)])
    expect(await names()).toEqual(['mcp_fake_one', 'mcp_fake_two'])
    const two = runtime.tools.get('mcp_fake_two')
    await writeFile(file, 'two three')
    await expect.poll(names, patience).toEqual(['mcp_fake_three', 'mcp_fake_two'])
    expect(runtime.tools.get('mcp_fake_two')).toBe(two)
  })

  it('ends with everything it started, and its tools are removed', async () => {
    const mark = `child-of-${Math.random()}`
    const { servers, names } = await connect([fake('child', mark)])
    await expect.poll(async () => (await processesCalled(mark)).length, patience).toBe(2)
    await servers.close()
    expect(await processesCalled(mark)).toEqual([])
    expect(await names()).toEqual([])
    expect(servers.status()).toMatchObject([{ state: 'closed' }])
  })

  it('may write invalid messages to its output', async () => {
    const { call } = await connect([fake('noisy')])
    expect(await call('mcp_fake_add', { a: 1, b: 1 })).toMatchObject({ text: '2' })
  })
})

describe('a hostile server', () => {
  it('offers what is valid, under names that model APIs accept; the rest is left out and reported', async () => {
    const { runtime, names, servers } = await connect([fake('hostile')])
    const found = await names()
    for (const name of found) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    expect(found).toEqual(
      expect.arrayContaining([
        'mcp_fake_a_b_c',
        'mcp_fake_big',
        'mcp_fake_flood',
        'mcp_fake_long',
        'mcp_fake_odd',
      ]),
    )
    expect(found).toHaveLength(7)
    const [{ left_out = [] } = {}] = servers.status()
    expect(left_out).toHaveLength(6)
    const long = (await runtime.tools.list()).find(({ name }) => name === 'mcp_fake_long')
    expect(long?.description.length).toBeLessThanOrEqual(1000)
  })

  it('can flood neither memory nor the context of a model', async () => {
    const { call } = await connect([fake('hostile')])
    const big = await call('mcp_fake_big')
    expect(big).toMatchObject({ ok: true, truncated: true, left_out: '4980000 characters of text' })
    expect(String(big.text).length).toBeLessThan(21_000)
    expect(await call('mcp_fake_odd')).toMatchObject({ ok: false })
    expect(await call('mcp_fake_flood')).toMatchObject({ ok: false, error: { code: 'mcp.no-answer' } })
    expect(await call('mcp_fake_big')).toMatchObject({ ok: true })
  })

  it.each([
    ['many', 200],
    ['endless', 20],
  ])('with endless lists offers only a few items (%s)', async (mode, count) => {
    const { names } = await connect([fake(mode)])
    expect(await names()).toHaveLength(count)
  })

  it('that is connected again has one connection: the one before is closed', async () => {
    const mark = `again-${Math.random()}`
    const connection = openMcpConnection({
      ...{ config: fake('plain', mark), workspace: workspaceAt(workspace.root), confiner: undefined },
      ...{ environment: process.env, findValues: async () => ({}), redacts: false },
      ...{ retryMs: 50, callMs: 5000, onReady: async () => {} },
    })
    onTestFinished(() => connection.close())
    await connection.settled(30_000)
    const [first] = await processesCalled(mark)
    connection.connect()
    await connection.settled(30_000)
    expect(connection.state()).toBe('ready')
    await expect
      .poll(() => processesCalled(mark), patience)
      .toEqual([expect.toSatisfy((pid) => pid !== first)])
  })

  it('that never answers blocks nobody, and can be closed', async () => {
    const { runtime, servers } = await connect([fake('mute', 'mute-one')], {}, 'connecting')
    expect((await runtime.tools.list()).map(({ name }) => name)).toContain('run_cli_app')
    await expect.poll(async () => (await processesCalled('mute-one')).length, patience).toBe(1)
    await servers.close()
    expect(await processesCalled('mute-one')).toEqual([])
  })

  it('that exits at each start is reported, and retried with pauses', async () => {
    const { servers } = await connect([fake('dying')], { retryMs: 1_000_000 }, 'waiting')
    expect(servers.status()).toMatchObject([{ problem: expect.any(String), tools: [] }])
  })
})

describe('servers that cannot work', () => {
  it.each([
    ['a variable that is not there', { name: 'x', command: 'node', args: ['${NOT_THERE}'] }, 'NOT_THERE'],
    ['http to another machine', { name: 'x', url: 'http://example.test/mcp' }, 'https'],
    ['an address that is none', { name: 'x', url: 'nowhere' }, 'https'],
    ['a file', { name: 'x', url: 'file:///etc/passwd' }, 'https'],
  ])('are reported as failed: %s', async (_, config, why) => {
    const { servers } = await connect([config], {}, 'failed')
    expect(servers.status()).toMatchObject([{ state: 'failed', problem: expect.stringContaining(why) }])
  })

  it('such as a missing program are retried', async () => {
    const { servers } = await connect(
      [{ name: 'x', command: 'no-such-program' }],
      { retryMs: 1e6 },
      'waiting',
    )
    expect(servers.status()[0]?.problem).toContain('cannot be started')
  })

  it("do not reveal a variable's value in messages", async () => {
    const { servers } = await connect([{ name: 'x', url: 'ftp://${TOKEN}/' }], {}, 'failed')
    expect(JSON.stringify(servers.status())).not.toContain('a-token-of-the-test')
  })

  it.each([
    [[{ name: 'a b', command: 'x' }]],
    [
      [
        { name: 'a', command: 'x' },
        { name: 'A', url: 'https://x.test' },
      ],
    ],
    [[{ name: 'a' }]],
    ['npx'],
  ])('are refused: %j', async (servers) => {
    const runtime = await createRuntime({ workspace: workspace.root, audit: false })
    const options = { workspace: workspace.root, environment: {} }
    expect(() => connectMcpServers(runtime, servers, options)).toThrow(
      expect.objectContaining({ code: 'mcp.bad-servers' }),
    )
    await runtime.close()
  })
})

describe('a server at a URL', () => {
  it('is reached over Streamable HTTP with the declared headers', async () => {
    const far = await createRuntime({ workspace: workspace.root, audit: false })
    far.tools.register({
      name: 'hello',
      description: 'Greets',
      input: z.object({}),
      effect: 'read',
      run: async (_, { progress }) => {
        progress('nearly')
        return { text: 'hi' }
      },
    })
    await using server = await serving(far)
    const { runtime, names } = await connect([
      { name: 'far', url: server.url.href, headers: { authorization: 'Bearer ${TOKEN}' } },
    ])
    expect(await names()).toContain('mcp_far_hello')
    const heard: string[] = []
    const result = await runtime.tools.execute(
      { name: 'mcp_far_hello' },
      { onProgress: (message) => heard.push(message) },
    )
    expect(result).toEqual({ ok: true, data: { ok: true, text: 'hi' } })
    expect(heard).toEqual(['nearly'])
  })

  it('is reached if it only speaks the newest revision', async () => {
    const far = await createRuntime({ workspace: workspace.root, audit: false })
    const handler = createMcpHandler(() => createMcpServer(far), { legacy: 'reject' })
    const server = createServer(
      (incoming, outgoing) =>
        void handler
          .fetch(toRequest(incoming, outgoing))
          .then((response) => sendResponse(response, outgoing)),
    )
    const url = await listening(server)
    const { call, names } = await connect([{ name: 'new', url: `${url}/mcp` }])
    expect(await names()).toContain('mcp_new_run_cli_app')
    expect(await call('mcp_new_run_cli_app', { name: 'nobody' })).toMatchObject({
      error: { code: 'mcp.tool-failed' },
    })
    await handler.close()
    await far.close()
  })

  it('is reached over SSE if it speaks nothing newer', async () => {
    const old = new OldServer({ name: 'old', version: '1' })
    old.registerTool('hello', {}, () => ({ content: [{ type: 'text', text: 'hi from before' }] }))
    let transport: SSEServerTransport | undefined
    const server = createServer((request, response) => {
      if (request.method === 'GET') {
        transport = new SSEServerTransport('/messages', response)
        void old.connect(transport as never)
      } else if (request.url?.startsWith('/messages')) void transport?.handlePostMessage(request, response)
      else response.writeHead(404).end()
    })
    const { call } = await connect([{ name: 'old', url: `${await listening(server)}/sse` }])
    expect(await call('mcp_old_hello')).toEqual({ ok: true, text: 'hi from before' })
  })
})

it('servers that a workspace declares are read, but not connected', async () => {
  await writeWorkspaceFile(
    workspace,
    'cli-apps.json',
    JSON.stringify({
      apps: {},
      mcp_servers: [{ name: 'a', command: 'npx', args: ['-y', 'x'], note: 'mine' }],
    }),
  )
  expect(await declaredMcpServers(workspace.root)).toEqual([
    { name: 'a', command: 'npx', args: ['-y', 'x'], note: 'mine' },
  ])
})

/** The server's URL until the test ends. */
async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close(() => {}).closeAllConnections())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

async function serving(runtime: Runtime): Promise<AsyncDisposable & { url: URL }> {
  const server = await serveMcpHttp(runtime, { token: 'a-token-of-the-test' })
  return {
    url: server.url,
    async [Symbol.asyncDispose]() {
      await server.close()
      await runtime.close()
    },
  }
}
