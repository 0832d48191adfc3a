import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createMachine, type Machine, programArgvOf } from '../../support/cli.ts'
import { exampleManifestJson } from '../../support/example-manifest.ts'
import { folderRegistry } from '../../support/folder-registry.ts'
import { type NpmRegistry, npmRegistry } from '../../support/npm-registry.ts'

const run = promisify(execFile)
const hasTerminals = await run('python3', ['-c', 'import pty']).then(
  () => true,
  () => false,
)

/** Starts a program on a terminal of its own, and answers each of its questions in turn; prints what the terminal showed. */
const onTerminal = `
import json, os, pty, re, sys
argv, answers = json.loads(sys.argv[1]), json.loads(sys.argv[2])
child, terminal = pty.fork()
if child == 0:
    os.execvp(argv[0], argv)
shown, seen = b'', 0
while True:
    try:
        chunk = os.read(terminal, 4096)
    except OSError:
        break
    if chunk == b'':
        break
    shown += chunk
    if answers and re.search(rb'\\[[yY]/[nN]\\] ', shown[seen:]):
        seen = len(shown)
        os.write(terminal, (answers.pop(0) + '\\n').encode())
_, status = os.waitpid(child, 0)
print(json.dumps({'status': os.waitstatus_to_exitcode(status), 'shown': shown.decode(), 'left': answers}))
`

async function answering(machine: Machine, answers: readonly string[]) {
  const argv = [...programArgvOf('cli-apps'), 'install', 'greet']
  // Under CI nobody is asked.
  const env = { ...machine.environment, TERM: 'xterm', CLI_APPS_LANG: 'en', CI: '' }
  const { stdout } = await run('python3', ['-c', onTerminal, JSON.stringify(argv), JSON.stringify(answers)], {
    cwd: machine.workspace,
    env,
    timeout: 100_000,
  })
  return JSON.parse(stdout) as { status: number; shown: string; left: string[] }
}

const greet = (text: string) =>
  npmRegistry([
    {
      name: 'greet',
      version: '1.2.3',
      files: {
        'cli.js': `#!/usr/bin/env node\nconsole.log(process.argv[2] === '--version' ? 'greet 1.2.3' : '${text}')\n`,
      },
      json: { bin: { greet: 'cli.js' } },
    },
  ])

/** A machine whose workspace names a package registry that is not the user's. */
async function place(): Promise<{ machine: Machine; workspaces: NpmRegistry }> {
  const [users, workspaces] = [await greet('of the user'), await greet('of the workspace')]
  const machine = await createMachine({
    CLI_APPS_REGISTRY: await folderRegistry([exampleManifestJson()]),
    CLI_APPS_MIRRORS: `https://registry.npmjs.org/=${users.url}/`,
  })
  await writeFile(path.join(machine.workspace, '.npmrc'), `registry=${workspaces.url}/\n`)
  return { machine, workspaces }
}

describe.skipIf(!hasTerminals)('the question about a registry of the workspace, on a terminal', () => {
  it.each([
    ['yes', 'y', 'of the workspace'],
    ['no', '', 'of the user'],
  ])('is asked before the plan, and %s is an answer', async (_what, answer, expected) => {
    const { machine, workspaces } = await place()
    const { status, shown, left } = await answering(machine, [answer, 'y'])
    expect(status, shown).toBe(0)
    expect(left).toEqual([])
    const question = `names the package registry ${workspaces.url}. Use it in this workspace instead of your own? [y/N]`
    expect(shown.replace(/\s+/g, ' ')).toContain(question)
    expect((await machine.cli('run', 'greet')).stdout).toBe(`${expected}\n`)
    if (expected === 'of the user') expect(workspaces.asked).toEqual([])
  })
})
