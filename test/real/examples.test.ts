import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createMachine, type Machine, programArgvOf } from '../support/cli.ts'
import { oneCall } from '../support/scripted-model/script.ts'
import { startScriptedModel } from '../support/scripted-model/scripted-model.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')
const ours = '@cli-apps/'

/** Copies an example with its packages from npm, and ours from this checkout; returns its folder. */
async function installed(example: string): Promise<string> {
  const folder = await temporaryFolder()
  await cp(path.join(root, 'examples', example), folder, { recursive: true })
  const file = path.join(folder, 'package.json')
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(await readFile(file, 'utf8')))
  const specs = Object.entries(dependencies).flatMap(([name, range]) =>
    name.startsWith(ours) ? [] : `${name}@${range}`,
  )
  // npm would look for ours, which are not there yet.
  await writeFile(file, '{"type":"module"}')
  await run('npm', ['install', '--no-audit', '--no-fund', '--no-save', ...specs], { cwd: folder })
  await symlink(path.join(root, 'node_modules/@cli-apps'), path.join(folder, 'node_modules/@cli-apps'))
  return folder
}

/** What the app prints; neither the script nor the message knows it. */
const answer = randomInt(1_000_000_000)

async function machineWithApp(): Promise<Machine> {
  const machine = await createMachine()
  await writeFile(path.join(machine.workspace, 'data.json5'), `{answer: ${answer}}`)
  const done = await machine.cli('install', 'json5', '--method', 'npm', '--yes')
  expect(done.status, done.stderr).toBe(0)
  return machine
}

describe('the example', () => {
  it.each([
    ['openai-sdk', (url: string) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'scripted' })],
    ['anthropic-sdk', (url: string) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'scripted' })],
    ['ai-sdk', (url: string) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'scripted' })],
    ['langchain', (url: string) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'scripted' })],
  ])('%s answers with what an app printed', async (example, variables) => {
    const machine = await machineWithApp()
    const model = await startScriptedModel(oneCall({ name: 'json5', args: ['data.json5'] }))
    const file = path.join(await installed(example), 'agent.mjs')
    const { stdout } = await run('node', [file, 'Use @json5 to turn data.json5 into JSON.'], {
      ...{ cwd: machine.workspace, env: { ...machine.environment, ...variables(model.url) } },
    })
    expect(stdout).toContain(`\\"answer\\":${answer}`)
    // The message carried the Runtime Context of the app that it names.
    expect(model.turns[0]?.said).toContain('[Runtime Context')
  })

  it('mcp-client prints what an app printed', async () => {
    const machine = await machineWithApp()
    const file = path.join(await installed('mcp-client'), 'client.mjs')
    const { stdout, stderr } = await run('node', [file, 'json5', 'data.json5'], {
      cwd: machine.workspace,
      env: { ...machine.environment, CLI_APPS: programArgvOf('cli-apps').join(' ') },
    })
    expect(stderr).toContain('run_cli_app')
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, stdout: `{"answer":${answer}}` })
  })
})
