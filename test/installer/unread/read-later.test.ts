import { existsSync } from 'node:fs'
import path from 'node:path'
import { InstallRecord } from '@cli-apps/core'
import { describe, expect } from 'vitest'
import { clonedWorkspace, type GreetMachine, greetMachine } from '../../support/greet-machine.ts'
import { inTerminal } from '../../support/in-terminal.ts'
import { processesCalled } from '../../support/processes-called.ts'
import { itSandboxed } from '../../support/sandbox.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const patience = { timeout: 60_000 }
const hello = {
  id: 'hello',
  task: 'Say hello to somebody',
  call: { args: ['hello', 'Ann'] },
  expect: { stdout_contains: 'Hello, Ann!' },
}

/** A machine that is no build server. */
async function desk(recipes: unknown[] = [hello]): Promise<GreetMachine> {
  const machine = await greetMachine([{ version: '1.2.3', changes: { recipes } }])
  delete machine.environment.CI
  return machine
}

const recordIn = async (machine: GreetMachine): Promise<InstallRecord> =>
  InstallRecord.parse(JSON.parse(await machine.read('.cli-apps/apps/greet.json')))

/** Processes that read apps of this workspace. */
const readers = ({ workspace }: GreetMachine): Promise<number[]> =>
  processesCalled(['skill', 'finish', '--workspace', workspace].join('\0'))

/** Waits until the process in the background is done. */
const read = async (machine: GreetMachine): Promise<void> => {
  await expect.poll(async () => (await recordIn(machine)).unread ?? false, patience).toBe(false)
  await expect.poll(() => readers(machine), patience).toEqual([])
}

/** Kills the process in the background as soon as it is there, and everything that it started. */
async function killReader(machine: GreetMachine): Promise<void> {
  for (const pid of await readers(machine)) process.kill(-pid, 'SIGKILL')
  await expect.poll(() => readers(machine), patience).toEqual([])
}

itSandboxed(
  'an install ends before help is read; a process in the background adds it to the skill',
  async () => {
    const machine = await desk()
    const installed = await machine.cli('install', 'greet', '--yes')
    expect(installed).toMatchObject({ status: 0, stdout: expect.stringContaining('in the background') })
    await read(machine)
    const { commands, tried } = await recordIn(machine)
    expect(commands).toBeDefined()
    expect(tried).toEqual({ passed: ['hello'], failed: [] })
    expect(await machine.read('.cli-apps/commands/greet.json')).toContain('--loud')
    expect((await machine.cli('skill', 'diff', '--json')).json()).toMatchObject({ differs: false })
    expect((await machine.cli('verify')).status).toBe(0)
    expect((await machine.cli('doctor')).status).toBe(0)
    expect((await machine.cli('install', 'greet', '--yes', '--json')).json()).toMatchObject({
      installed: [expect.not.objectContaining({ unread: true })],
    })
  },
)

itSandboxed('--wait and a build server wait for it', async () => {
  for (const [options, variables] of [
    [['--wait'], {}],
    [[], { CI: 'true' }],
  ] as const) {
    const machine = await desk()
    Object.assign(machine.environment, variables)
    expect((await machine.cli('install', 'greet', '--yes', ...options)).status).toBe(0)
    expect(await recordIn(machine)).toMatchObject({ tried: { passed: ['hello'] } })
    expect((await recordIn(machine)).unread).toBeUndefined()
  }
})

// So slow that it is killed while it runs.
const slow = { ...hello, id: 'slow', call: { args: ['wait', '3'] }, expect: {} }

for (const repair of [
  ['doctor', '--fix', '--yes'],
  ['skill', 'finish'],
  ['install', 'greet', '--wait', '--yes'],
])
  itSandboxed(`a killed reader leaves a whole workspace, which "${repair.join(' ')}" completes`, async () => {
    const machine = await desk([hello, slow])
    expect((await machine.cli('install', 'greet', '--yes')).status).toBe(0)
    await killReader(machine)
    expect(await recordIn(machine)).toMatchObject({ unread: true })
    expect((await machine.cli('run', 'greet', 'hello', 'Ann')).stdout).toContain('Hello, Ann!')
    expect((await machine.cli('doctor', '--json')).json()).toMatchObject({
      faults: [{ code: 'skill.unread', app: 'greet' }],
    })
    expect((await machine.cli('tools', 'list', '--app', 'greet')).stderr).toContain(
      'cli-apps skill finish greet',
    )
    expect((await machine.cli(...repair)).status).toBe(0)
    expect(await recordIn(machine)).toMatchObject({ tried: { passed: expect.arrayContaining(['hello']) } })
    expect((await recordIn(machine)).unread).toBeUndefined()
    expect((await machine.cli('doctor')).status).toBe(0)
  })

itSandboxed(
  'a second workspace takes what the first read, and ci reads in the background as well',
  async () => {
    const machine = await desk()
    await machine.cli('install', 'greet', '--yes')
    const other = { ...machine, workspace: await temporaryFolder() }
    await clonedWorkspace(machine, other.workspace)
    const restored = await machine.cli('ci', '--yes', '--workspace', other.workspace)
    expect(restored.status).toBe(0)
    await read(machine)
    await expect
      .poll(async () => existsSync(path.join(other.workspace, '.cli-apps/commands/greet.json')), patience)
      .toBe(true)
    await expect.poll(() => readers(other), patience).toEqual([])
  },
)

itSandboxed('an app that was removed meanwhile stays removed', async () => {
  const machine = await desk([hello, { ...hello, id: 'slow', call: { args: ['wait', '2'] }, expect: {} }])
  await machine.cli('install', 'greet', '--yes')
  expect((await machine.cli('uninstall', 'greet', '--yes')).status).toBe(0)
  await expect.poll(() => readers(machine), patience).toEqual([])
  expect(existsSync(path.join(machine.workspace, '.cli-apps/apps'))).toBe(false)
  expect(existsSync(path.join(machine.workspace, 'skills/cli-app-greet'))).toBe(false)
})

describe('a plan that waits for its answer while help is read', () => {
  const question = 'Do you want to continue?'
  /** An unread app, and a command that asks. */
  const asked = async (...words: string[]) => {
    const machine = await desk([{ ...hello, call: { args: ['wait', '3'] }, expect: {} }])
    await machine.cli('install', 'greet', '--yes')
    await killReader(machine)
    const terminal = inTerminal(machine, ...words)
    await terminal.shows(question)
    return { machine, terminal }
  }

  itSandboxed('removes the app with what was read', async () => {
    const { machine, terminal } = await asked('uninstall', 'greet')
    expect((await machine.cli('skill', 'finish')).status).toBe(0)
    expect(existsSync(path.join(machine.workspace, '.cli-apps/commands/greet.json'))).toBe(true)
    terminal.type('y\r')
    expect(await terminal.ended).toMatchObject({ status: 0 })
    for (const left of ['.cli-apps/apps', '.cli-apps/commands', 'skills/cli-app-greet'])
      expect(existsSync(path.join(machine.workspace, left))).toBe(false)
  })

  itSandboxed('renders the skill with what was read', async () => {
    const { machine, terminal } = await asked('skill', 'render', 'greet', '--fresh')
    expect((await machine.cli('skill', 'finish')).status).toBe(0)
    terminal.type('y\r')
    expect(await terminal.ended).toMatchObject({ status: 0 })
    expect((await machine.cli('skill', 'diff', '--json')).json()).toMatchObject({
      differs: false,
    })
  })

  itSandboxed('is refused if the app itself was changed', async () => {
    const { machine, terminal } = await asked('uninstall', 'greet')
    await machine.publish([{ version: '1.3.0' }])
    expect((await machine.cli('install', 'greet@1.3.0', '--yes')).status).toBe(0)
    terminal.type('y\r')
    expect(await terminal.ended).toMatchObject({
      status: 5,
      shown: expect.stringContaining('Another process changed greet meanwhile.'),
    })
    expect((await recordIn(machine)).version).toBe('1.3.0')
    await killReader(machine)
  })
})
