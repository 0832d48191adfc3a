import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ClientSettings, connectClient, type TestClient } from '../../runtime/mcp/mcp-clients.ts'
import { createMachine, type Machine, programArgvOf } from '../../support/cli.ts'
import { processesCalled } from '../../support/processes-called.ts'
import { runWithInput } from '../../support/run-with-input.ts'
import { itSandboxed } from '../../support/sandbox.ts'

const script = fileURLToPath(new URL('../../fixtures/fake-mcp-server.mjs', import.meta.url))
const patience = { timeout: 30_000 }

/** A workspace with a server of its own, which declares these servers. */
async function declaring(...servers: unknown[]): Promise<Machine> {
  const machine = await createMachine()
  await writeFile(path.join(machine.workspace, 'server.mjs'), await readFile(script))
  await declare(machine, ...servers)
  return machine
}
const declare = ({ workspace }: Machine, ...servers: unknown[]): Promise<void> =>
  writeFile(path.join(workspace, 'cli-apps.json'), JSON.stringify({ apps: {}, mcp_servers: servers }))

const fake = (mode: string, ...more: string[]) => ({
  name: 'fake',
  command: 'node',
  args: ['server.mjs', mode, ...more],
})

const confirm = (machine: Machine, ...options: string[]) =>
  machine.cli('trust', '--mcp-servers', '--yes', '--json', ...options)

interface Served {
  client: TestClient
  /** What it has printed to standard error. */
  stderr: () => string
}

async function serve(
  machine: Machine,
  settings: ClientSettings = {},
  options: string[] = ['--with-servers'],
): Promise<Served> {
  const [command = '', ...args] = [...programArgvOf('cli-apps'), 'mcp', ...options]
  const transport = new StdioClientTransport({
    ...{ command, args, env: machine.environment, cwd: machine.workspace },
    stderr: 'pipe',
  })
  let said = ''
  transport.stderr?.on('data', (chunk) => {
    said += chunk
  })
  const client = await connectClient(transport, 'legacy', settings)
  onTestFinished(() => client[Symbol.asyncDispose]())
  return { client, stderr: () => said }
}

const passedOn = async ({ client }: Served): Promise<string[]> =>
  (await client.toolNames()).filter((name) => name.startsWith('mcp_'))

/** A server that counts requests and answers 401. */
async function lockedServer(): Promise<{ url: string; requests: () => number }> {
  let requests = 0
  const server = createServer((_, response) => {
    requests++
    response.writeHead(401).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, requests: () => requests }
}

describe('servers that nobody confirmed', () => {
  it('are neither started nor contacted; the user and models are told how to confirm them', async () => {
    const mark = `mark-${Math.random()}`
    const { url, requests } = await lockedServer()
    const machine = await declaring(fake('child', mark), { name: 'far', url })
    const served = await serve(machine)
    expect(await passedOn(served)).toEqual([])
    expect(served.stderr()).toContain(`(fake, far), so they are not used. To review and confirm them, run:`)
    expect(served.client.instructions()).toContain('(fake, far) that the user has not confirmed')
    expect(await processesCalled(mark)).toEqual([])
    expect(requests()).toBe(0)
  })

  it('are not confirmed by trust in the workspace', async () => {
    const machine = await declaring(fake('plain'))
    await machine.cli('trust', '--yes')
    expect(await passedOn(await serve(machine))).toEqual([])
  })

  it('are shown before they are confirmed, with what they run, reach and are given', async () => {
    const machine = await declaring(
      { ...fake('plain', 'a b'), env: { LEVEL: 'high' } },
      { name: 'far', url: 'https://far.test/mcp', headers: { authorization: 'Bearer ${FAR_TOKEN}' } },
    )
    const { stdout } = await machine.cli('trust', '--mcp-servers', '--dry-run')
    expect(stdout).toContain('MCP server fake runs node server.mjs plain "a b" with LEVEL=high')
    expect(stdout).toContain(
      'MCP server far is at https://far.test/mcp and is sent "authorization: Bearer ${FAR_TOKEN}"',
    )
    expect(stdout).toContain('MCP server far is given the value that you set for FAR_TOKEN')
    expect((await machine.cli('trust', '--mcp-servers')).status).toBe(2)
    expect(await passedOn(await serve(machine))).toEqual([])
  })

  it('cannot be confirmed where none are declared', async () => {
    const machine = await declaring()
    const result = await confirm(machine)
    expect([result.status, result.json()]).toMatchObject([2, { error: { code: 'trust.no-servers' } }])
    expect((await serve(machine)).stderr()).toContain('declares no MCP servers')
  })
})

describe('confirmed servers', () => {
  itSandboxed('add their tools, which require confirmation unless marked read-only', async () => {
    const machine = await declaring(fake('plain'))
    expect((await confirm(machine)).json()).toMatchObject({ changed: true, mcp_servers: { names: ['fake'] } })
    const served = await serve(machine, { answer: () => ({ action: 'accept', content: { yes: true } }) })
    expect(await passedOn(served)).toContain('mcp_fake_add')
    const { client } = served
    expect((await client.call('mcp_fake_add', { a: 1, b: 2 })).structuredContent).toEqual({
      ok: true,
      text: '3',
    })
    expect(client.asked).toEqual([])
    expect((await client.call('mcp_fake_env')).structuredContent).toMatchObject({ ok: true })
    expect(client.asked[0]?.message).toMatch(/^Let mcp_fake_env do this\? Calls env of the MCP server fake\./)
    expect(client.instructions()).toContain('other MCP servers (fake)')
    expect(await passedOn(await serve(machine, {}, []))).toEqual([])
  })

  itSandboxed('are not called for a client that cannot ask', async () => {
    const machine = await declaring(fake('plain'))
    await confirm(machine)
    const { client } = await serve(machine)
    const refused = await client.call('mcp_fake_wipe')
    expect(refused.structuredContent).toMatchObject({
      ok: false,
      error: { code: 'confirm.needed', hint: expect.stringContaining('elicitation') },
    })
  })

  itSandboxed('are confirmed for exactly these declarations in this workspace', async () => {
    const machine = await declaring(fake('plain'))
    await confirm(machine)
    await declare(machine, fake('plain', 'more'))
    expect(await passedOn(await serve(machine))).toEqual([])
    expect((await confirm(machine)).json()).toMatchObject({ changed: true })
    expect(await passedOn(await serve(machine))).not.toEqual([])
    expect((await confirm(machine)).json()).toMatchObject({ changed: false })
    expect((await confirm(machine, '--remove')).json()).toMatchObject({ changed: true })
    expect(await passedOn(await serve(machine))).toEqual([])
  })

  itSandboxed(
    'are used from the confirmation on, and no longer after it or the declarations changed',
    async () => {
      const machine = await declaring(fake('plain'))
      const served = await serve(machine)
      expect(await passedOn(served)).toEqual([])
      const offers = (names: unknown) => expect.poll(() => passedOn(served), patience).toEqual(names)
      await confirm(machine)
      await offers(expect.arrayContaining(['mcp_fake_add']))
      await expect.poll(() => served.client.heard, patience).toContain('tools')
      await declare(machine, fake('plain', 'more'))
      await offers([])
      await declare(machine, fake('plain'))
      await offers(expect.arrayContaining(['mcp_fake_add']))
      await confirm(machine, '--remove')
      await offers([])
    },
  )

  itSandboxed('that fail are reported once each, and do not take the others down', async () => {
    const { url } = await lockedServer()
    const gone = { name: 'gone', command: 'node', args: ['-e', 'process.exit(3)'] }
    const machine = await declaring(gone, fake('plain'), { name: 'far', url })
    await confirm(machine)
    const served = await serve(machine)
    expect(await passedOn(served)).toContain('mcp_fake_add')
    await expect.poll(served.stderr, patience).toContain('far requires a login')
    const lines = served.stderr().split('\n')
    expect(lines.filter((line) => line.includes('gone cannot be used: it ended with status 3'))).toHaveLength(
      1,
    )
  })

  itSandboxed('may change their tools; clients are notified', async () => {
    const machine = await declaring(fake('changing', 'tools.txt'))
    const file = path.join(machine.workspace, 'tools.txt')
    await writeFile(file, 'one')
    await confirm(machine)
    const served = await serve(machine)
    expect(await passedOn(served)).toEqual(['mcp_fake_one'])
    await writeFile(file, 'one two')
    await expect.poll(() => served.client.heard, patience).toContain('tools')
    await expect.poll(() => passedOn(served), patience).toEqual(['mcp_fake_one', 'mcp_fake_two'])
  })

  itSandboxed('end with their client', async () => {
    const mark = `mark-${Math.random()}`
    const machine = await declaring(fake('child', mark))
    await confirm(machine)
    const { client } = await serve(machine)
    expect(await processesCalled(mark)).not.toEqual([])
    await client[Symbol.asyncDispose]()
    await expect.poll(() => processesCalled(mark), patience).toEqual([])
  })
})

describe('values for a server', () => {
  const server = { ...fake('plain'), env: { GIVEN: 'is ${FAKE_TOKEN}' } }
  const answer = (): { action: 'accept'; content: { yes: true } } => ({
    action: 'accept',
    content: { yes: true },
  })

  itSandboxed('come from "cli-apps env" alone, and are redacted', async () => {
    const machine = await declaring(server)
    machine.environment.FAKE_TOKEN = 'of-the-environment'
    await confirm(machine)
    const without = await serve(machine)
    expect(await passedOn(without)).toEqual([])
    expect(without.stderr()).toContain(
      'The variable FAKE_TOKEN has no value. Run: cli-apps env set mcp:fake FAKE_TOKEN',
    )
    const set = await runWithInput(
      machine,
      'tok-of-the-user\n',
      'env',
      'set',
      'mcp:fake',
      'FAKE_TOKEN',
      '--value-stdin',
      '--yes',
    )
    expect(set, set.stderr).toMatchObject({ status: 0 })
    const { client } = await serve(machine, { answer })
    const { text } = (await client.call('mcp_fake_env')).structuredContent
    expect(JSON.parse(String(text))).toMatchObject({ GIVEN: 'is [redacted]' })
    expect(text).not.toContain('of-the-environment')
    expect(
      (await machine.cli('env', 'unset', 'mcp:fake', 'FAKE_TOKEN', '--yes', '--json')).json(),
    ).toMatchObject({
      changed: true,
    })
    expect(await passedOn(await serve(machine))).toEqual([])
  })

  it('are of the variables and servers that the workspace declares', async () => {
    const machine = await declaring(server)
    for (const [whom, name, code] of [
      ['mcp:fake', 'OTHER', 'env.undeclared'],
      ['mcp:other', 'FAKE_TOKEN', 'env.no-server'],
    ] as const) {
      const result = await machine.cli('env', 'set', whom, name, '--value-stdin', '--yes', '--json')
      expect(result.json()).toMatchObject({ error: { code } })
    }
  })
})
