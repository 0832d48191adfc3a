import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createRuntime, type Runtime } from '../../../packages/runtime/src/index.ts'
import {
  type ConnectOptions,
  connectMcpServers,
  type McpServers,
} from '../../../packages/runtime/src/mcp/index.ts'
import { createFixtureWorkspace, type FixtureWorkspace } from '../../support/fixture-workspace.ts'
import { processesCalled } from '../../support/processes-called.ts'
import { itLimited, itSandboxed } from '../../support/sandbox.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const script = fileURLToPath(new URL('../../fixtures/fake-mcp-server.mjs', import.meta.url))
const patience = { timeout: 30_000 }

let workspace: FixtureWorkspace
let home: string
beforeAll(async () => {
  workspace = await createFixtureWorkspace()
  await mkdir(workspace.root, { recursive: true })
  // A server of the workspace: nothing outside is shown because an argument names it.
  await writeFile(path.join(workspace.root, 'server.mjs'), await readFile(script))
})
beforeEach(async () => {
  home = await temporaryFolder()
})
afterAll(() => workspace[Symbol.asyncDispose]())

const fake = (mode: string, ...more: string[]) => ({
  name: 'fake',
  command: 'node',
  args: ['server.mjs', mode, ...more],
})

interface Connected {
  runtime: Runtime
  servers: McpServers
  problems: string[]
  call(name: string, args?: Record<string, unknown>): Promise<Record<string, unknown>>
}

async function connect(server: unknown, options: Partial<ConnectOptions> = {}): Promise<Connected> {
  const runtime = await createRuntime({ workspace: workspace.root, audit: false })
  const problems: string[] = []
  const servers = connectMcpServers(runtime, [server], {
    workspace: workspace.root,
    environment: { ...process.env, SECRET_OF_MINE: 'x' },
    home,
    sandbox: 'workspace',
    confirms: 'unless-read-only',
    findValues: async () => ({ TOKEN: 'a-token-of-the-test' }),
    onProblem: (name, problem) => problems.push(`${name}: ${problem}`),
    retryMs: 50,
    ...options,
  })
  onTestFinished(async () => {
    await servers.close()
    await runtime.close()
  })
  await servers.settled(30_000)
  const call = (name: string, args = {}) => runtime.tools.execute({ name, arguments: args })
  return { runtime, servers, problems, call }
}

describe('a program in a sandbox', () => {
  itSandboxed('offers its tools, and ends with everything that it started', async () => {
    const mark = `child-of-${Math.random()}`
    const { servers, call } = await connect(fake('child', mark))
    expect(servers.status()).toMatchObject([{ state: 'ready', left_out: [] }])
    expect(await call('mcp_fake_add', { a: 1, b: 2 })).toEqual({ ok: true, text: '3' })
    expect((await processesCalled(mark)).length).toBeGreaterThan(1)
    await servers.close()
    await expect.poll(() => processesCalled(mark), patience).toEqual([])
  })

  itSandboxed('has a home of its own, no variables of ours, and the values that it names', async () => {
    const { runtime } = await connect(
      { ...fake('plain'), env: { GIVEN: 'is ${TOKEN}' } },
      { confirms: 'destructive' },
    )
    const { text } = await runtime.tools.execute({ name: 'mcp_fake_env', arguments: {} })
    const environment = JSON.parse(String(text))
    expect(environment).toMatchObject({ GIVEN: 'is [redacted]', cwd: workspace.root })
    expect(environment.HOME).toMatch(/\/data\/mcp-server@[0-9a-f]{12}$/)
    expect(environment).not.toHaveProperty('SECRET_OF_MINE')
    expect(environment).not.toHaveProperty('TOKEN')
  })

  itSandboxed('reads the workspace and changes nothing in it, and sees no home of the user', async () => {
    await writeFile(path.join(workspace.root, 'seen.txt'), 'seen')
    const secret = path.join(await temporaryFolder(), 'secret.txt')
    await writeFile(secret, 'secret')
    const code = [
      "const fs = require('node:fs')",
      'const said = (act) => { try { return String(act()) } catch (error) { return error.code } }',
      'const out = [',
      "said(() => fs.readFileSync('seen.txt')),",
      "said(() => fs.writeFileSync('made.txt', 'x')),",
      `said(() => fs.readFileSync(${JSON.stringify(secret)})),`,
      "said(() => fs.writeFileSync(process.env.HOME + '/kept.txt', 'x'))]",
      'console.error(JSON.stringify(out))',
    ].join('\n')
    await connect({ name: 'look', command: 'node', args: ['-e', code] }, { retryMs: 1e6 })
    const log = await readFile(path.join(workspace.logs, 'mcp-look.log'), 'utf8')
    expect(JSON.parse(log.trim())).toEqual(['seen', 'EROFS', 'ENOENT', 'undefined'])
  })

  itLimited('has no network under the strict policy, which has limits', async () => {
    const code = "console.error(JSON.stringify(Object.keys(require('node:os').networkInterfaces())))"
    const { servers } = await connect(
      { name: 'strict', command: 'node', args: ['-e', code] },
      { sandbox: 'strict', retryMs: 1e6 },
    )
    expect(servers.status()).toMatchObject([{ state: 'waiting' }])
    const log = await readFile(path.join(workspace.logs, 'mcp-strict.log'), 'utf8')
    expect(log.trim()).toBe('["lo"]')
  })

  it.each(['LD_PRELOAD', 'GCONV_PATH=/evil;X', 'A\nB'])(
    'may not set variables that load code into the sandbox program: %j',
    async (variable) => {
      const { servers } = await connect({ ...fake('plain'), env: { [variable]: './evil.so' } })
      expect(servers.status()).toMatchObject([
        { state: 'failed', problem: expect.stringContaining('may not set') },
      ])
    },
  )

  it.each(['../elsewhere/run', '/bin/sh', './../run'])(
    'is not started from outside of the workspace: %s',
    async (command) => {
      const { problems } = await connect({ name: 'x', command })
      expect(problems).toEqual([expect.stringContaining('is outside of the workspace')])
    },
  )

  itSandboxed('may be a script of the workspace', async () => {
    const file = path.join(workspace.root, 'run-server')
    await writeFile(file, `#!/usr/bin/env node\nimport './server.mjs'\n`, { mode: 0o755 })
    const { servers } = await connect({ name: 'fake', command: './run-server', args: ['plain'] })
    expect(servers.status()).toMatchObject([{ state: 'ready' }])
  })

  itSandboxed('cannot flood the search for values in what it returns', async () => {
    const server = { ...fake('hostile'), env: { GIVEN: '${TOKEN}' } }
    const { runtime } = await connect(server, { confirms: 'destructive' })
    const big = await runtime.tools.execute({ name: 'mcp_fake_big', arguments: {} })
    expect(big).toMatchObject({ ok: false, error: { code: 'mcp.answer-too-large' } })
  })

  it('is not started where no sandbox works', async () => {
    const bin = await temporaryFolder()
    await symlink(process.execPath, path.join(bin, 'node'))
    const { servers, problems } = await connect(fake('plain'), {
      environment: { ...process.env, PATH: bin },
    })
    expect(servers.status()).toMatchObject([{ state: 'failed' }])
    expect(problems).toEqual([expect.stringContaining('needs a sandbox')])
  })

  itSandboxed('that ends at each start is reported once, with its status and its log', async () => {
    const { servers, problems } = await connect({
      name: 'gone',
      command: 'node',
      args: ['-e', 'process.exit(4)'],
    })
    await expect.poll(() => servers.status()[0]?.state, patience).toBe('connecting')
    await expect.poll(() => servers.status()[0]?.state, patience).toBe('waiting')
    expect(problems).toEqual([
      'gone: it ended with status 4. Its messages are in .cli-apps/logs/mcp-gone.log.',
    ])
  })

  itSandboxed('that is not there is reported', async () => {
    const { problems } = await connect({ name: 'x', command: 'no-such-program' }, { retryMs: 1e6 })
    expect(problems).toEqual(['x: The program "no-such-program" is not on PATH. Install it.'])
  })
})

describe('calls of tools of a confirmed server', () => {
  it('require confirmation unless the tool is marked read-only', async () => {
    const { runtime, call } = await connect(fake('plain'), { sandbox: 'off' })
    expect(await call('mcp_fake_add', { a: 1, b: 2 })).toEqual({ ok: true, text: '3' })
    for (const name of ['mcp_fake_everything', 'mcp_fake_wipe'])
      expect(await call(name)).toMatchObject({ ok: false, error: { code: 'confirm.needed' } })
    const effects = (await runtime.tools.list()).map(({ name, effect }) => [name, effect])
    expect(effects).toContainEqual(['mcp_fake_add', 'read'])
    expect(effects).toContainEqual(['mcp_fake_everything', 'unknown'])
  })
})

describe('a server at a URL', () => {
  it('that requires a login fails with that reason, is not retried, and sees no other attempt', async () => {
    let requests = 0
    const server = createServer((_, response) => {
      requests++
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const { servers, problems } = await connect({ name: 'far', url: `http://127.0.0.1:${port}/mcp` })
    expect(servers.status()).toMatchObject([{ state: 'failed' }])
    expect(problems).toEqual([expect.stringContaining('far: far requires a login (status 401).')])
    expect(requests).toBe(1)
  })
})
