import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { StdioClientTransport as OldStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type ClientSettings,
  connectClient,
  connectOldClient,
  httpTransport,
  type TestClient,
} from '../../runtime/mcp/mcp-clients.ts'
import { createMachine, type Machine, programArgvOf } from '../../support/cli.ts'
import { fileServer } from '../../support/file-server.ts'
import { createFixtureWorkspace, type FixtureWorkspace } from '../../support/fixture-workspace.ts'
import { binaryManifest, folderRegistry, greetScript, tarball } from '../../support/folder-registry.ts'
import { processesCalled } from '../../support/processes-called.ts'

let machine: Machine
let workspace: FixtureWorkspace
beforeEach(async () => {
  // What is installed is signed with the key of this home.
  machine = await createMachine({ CLI_APPS_HOME: process.env.CLI_APPS_HOME ?? '' })
})
beforeAll(async () => {
  workspace = await createFixtureWorkspace()
  await workspace.install('echo')
  await workspace.install('eraser', { manifest: { run: { effects: { destructive: ['erase'] } } } })
  await workspace.install('sleeper', { script: 'setInterval(() => {}, 1000)' })
})
afterAll(() => workspace[Symbol.asyncDispose]())

const argv = (...options: string[]): [string, string[]] => {
  const [program = '', ...args] = [
    ...programArgvOf('cli-apps'),
    'mcp',
    '--workspace',
    workspace.root,
    ...options,
  ]
  return [program, args]
}
const parameters = () => {
  const [command, args] = argv()
  return { command, args, env: machine.environment, cwd: machine.workspace, stderr: 'ignore' as const }
}

it('responds to models in English, whatever the language of its user', async () => {
  const transport = new StdioClientTransport({
    ...parameters(),
    args: [...parameters().args, '--lang', 'zh'],
  })
  await using client = await connectClient(transport, 'modern')
  const refused = await client.call('run_cli_app', { name: 'missing', args: [] })
  expect(JSON.stringify(refused)).toContain('is not installed')
})

const clients: [string, (settings?: ClientSettings) => Promise<TestClient>][] = [
  ['2026-07-28', (settings) => connectClient(new StdioClientTransport(parameters()), 'modern', settings)],
  ['2025-11-25', (settings) => connectClient(new StdioClientTransport(parameters()), 'legacy', settings)],
  ['SDK 1.32.2', (settings) => connectOldClient(new OldStdioTransport(parameters()), settings)],
]

describe.each(clients)('cli-apps mcp with a client of %s', (_, connect) => {
  it('runs an installed app, and asks before a destructive command', async () => {
    await using client = await connect({ answer: () => ({ action: 'accept', content: { yes: true } }) })
    expect(await client.toolNames()).toContain('run_cli_app')
    const echoed = await client.call('run_cli_app', { name: 'echo', args: ['one'] })
    expect(echoed.structuredContent).toMatchObject({ ok: true, stdout: 'ran one\n' })
    const erased = await client.call('run_cli_app', { name: 'eraser', args: ['erase', 'all'] })
    expect(erased.structuredContent).toMatchObject({ ok: true, stdout: 'ran erase all\n' })
    expect(client.asked).toHaveLength(1)
  })

  it('is notified of an installed app and its skill', async () => {
    const name = `app-of-${randomUUID()}`
    await using client = await connect()
    await client.toolNames()
    const skill = `cli-app-${name}`
    await workspace.install(name, {
      skill: { 'SKILL.md': `---\nname: ${skill}\ndescription: Uses it.\n---\n` },
    })
    await expect.poll(() => client.heard, { timeout: 30_000 }).toContain('tools')
    const [tool] = await client.tools()
    expect(tool?.description).toContain(name)
    await expect.poll(() => client.heard, { timeout: 30_000 }).toContain('resources')
    expect(await client.resourceUris()).toContain(`skill://${skill}/SKILL.md`)
    await workspace.uninstall(name)
  })

  it('ends a running app when the client disconnects', async () => {
    const mark = `sleep-for-${Math.random()}`
    const client = await connect()
    const call = client.call('run_cli_app', { name: 'sleeper', args: [mark] }).catch(() => {})
    await expect.poll(() => processesCalled(mark), { timeout: 30_000 }).not.toEqual([])
    await client[Symbol.asyncDispose]()
    await call
    await expect.poll(() => processesCalled(mark), { timeout: 30_000 }).toEqual([])
  })
})

describe('cli-apps mcp', () => {
  it('writes nothing but the protocol to standard output, and exits when its input ends', async () => {
    const [program, args] = argv()
    const child = spawn(program, args, { env: machine.environment, stdio: ['pipe', 'pipe', 'inherit'] })
    const lines: string[] = []
    createInterface(child.stdout).on('line', (line) => lines.push(line))
    const clientInfo = { name: 'test', version: '1' }
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
    child.stdin.write('this is no message\n')
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' })}\n`)
    await expect.poll(() => lines.length, { timeout: 30_000 }).toBe(3)
    child.stdin.end()
    expect(await once(child, 'close')).toEqual([0, null])
    expect(lines.map((line) => JSON.parse(line).id)).toEqual([null, 1, 2])
  })

  it('installs an app after the user confirmed the plan, and runs it', async () => {
    const archive = await tarball({ 'bin/greet': greetScript })
    const { url } = await fileServer({ '/greet.tar.gz': archive })
    const env = {
      ...machine.environment,
      CLI_APPS_REGISTRY: await folderRegistry([binaryManifest(archive)]),
      CLI_APPS_MIRRORS: `https://downloads.test/=${url}/`,
    }
    const [command = '', ...args] = [...programArgvOf('cli-apps'), 'mcp']
    const transport = new StdioClientTransport({
      command,
      args,
      env,
      cwd: machine.workspace,
      stderr: 'ignore',
    })
    await using client = await connectClient(transport, 'legacy', {
      answer: () => ({ action: 'accept', content: { yes: true } }),
    })
    const made = await client.call('install_cli_app', { name: 'greet' })
    expect(made.structuredContent).toMatchObject({ ok: true, installed: [{ name: 'greet' }] })
    const [{ message } = { message: '' }] = client.asked
    expect(message).toMatch(/^Let install_cli_app do this\? Install greet 1\.2\.3 /)
    expect(message).toMatch(/\nPlan:\n- greet 1\.2\.3 .*\n- downloads http/)
    const run = await client.call('run_cli_app', { name: 'greet', args: ['hello', 'Ann'] })
    expect(run.structuredContent).toMatchObject({ ok: true, stdout: 'Hello, Ann!\n' })
  })

  it('serves over HTTP with its own token until it is interrupted', async () => {
    const [program, args] = argv('--http')
    const child = spawn(program, args, { env: machine.environment, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    child.stderr.on('data', (chunk) => {
      said += chunk
    })
    await expect.poll(() => said, { timeout: 30_000 }).toMatch(/Bearer \S+\n/)
    const [, url = ''] = /served at (\S+)\. /.exec(said) ?? []
    const [, token = ''] = /Bearer (\S+)\n/.exec(said) ?? []
    expect((await fetch(url, { method: 'POST' })).status).toBe(401)
    await using client = await connectClient(httpTransport(new URL(url), token), 'legacy')
    expect(await client.toolNames()).toContain('run_cli_app')
    child.kill('SIGINT')
    expect(await once(child, 'close')).toEqual([0, null])
  })

  it('reads its token from the environment, and does not pass it on', async () => {
    const [program, args] = argv('--http', '--host', '127.0.0.1', '--port', '0')
    const env = { ...machine.environment, CLI_APPS_MCP_TOKEN: 'a-token-of-the-test' }
    const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (chunk) => {
      said += chunk
    })
    await expect.poll(() => said, { timeout: 30_000 }).toMatch(/served at \S+\. /)
    const [, url = ''] = /served at (\S+)\. /.exec(said) ?? []
    await using client = await connectClient(httpTransport(new URL(url), env.CLI_APPS_MCP_TOKEN), 'modern')
    expect(await client.toolNames()).toContain('run_cli_app')
    child.kill('SIGTERM')
    await once(child, 'close')
    expect(said).not.toContain(env.CLI_APPS_MCP_TOKEN)
  })

  it.each([
    [['--http', '--port', '70000'], 'cli.bad-port'],
    [['more'], 'cli.bad-mcp'],
  ])('refuses %j', async (options, code) => {
    const result = await machine.cli('mcp', '--json', ...options)
    expect(result).toMatchObject({ status: 2 })
    expect(result.json()).toMatchObject({ error: { code } })
  })
})
