import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { createMachine } from '../support/cli.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const run = promisify(execFile)

/** Agents whose own list of servers connects to each, without an account or a model; in the versions of docs/agents.md. */
const agents: [id: string, npmPackage: string, program: string][] = [
  ['qwen-code', '@qwen-code/qwen-code@0.15.10', 'qwen'],
  ['opencode', 'opencode-ai@1.18.33', 'opencode'],
]

it.each(agents)('%s connects to the server that connect wrote for it', async (id, npmPackage, program) => {
  const folder = await temporaryFolder()
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, npmPackage], { cwd: folder })
  const machine = await createMachine()
  // Some take the home of the project for its border.
  await mkdir(path.join(machine.workspace, '.git'))
  const done = await machine.cli('connect', id, '--yes')
  expect(done.status, done.stderr).toBe(0)
  const { stdout, stderr } = await run(path.join(folder, 'node_modules/.bin', program), ['mcp', 'list'], {
    cwd: machine.workspace,
    env: machine.environment,
  })
  expect(`${stdout}${stderr}`).toMatch(/cli-apps[^\n]*connected/i)
})
