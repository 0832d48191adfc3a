import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { type GreetMachine, greetMachine } from '../../support/greet-machine.ts'
import { inTerminal } from '../../support/in-terminal.ts'
import { runWithInput } from '../../support/run-with-input.ts'

let machine: GreetMachine
const home = (): string => path.join(machine.home, 'cli-apps')
const store = async (): Promise<string[]> => readdir(path.join(home(), 'store', 'greet')).catch(() => [])

/** The folders of apps that were run with `x`. */
async function oneOffs(): Promise<string[]> {
  const top = path.join(home(), 'x')
  const registries = await readdir(top).catch(() => [])
  const names = registries.map(async (one) =>
    (await readdir(path.join(top, one))).map((name) => path.join(top, one, name)),
  )
  return (await Promise.all(names)).flat()
}

beforeEach(async () => {
  machine = await greetMachine([{ version: '1.2.3' }])
})

describe('x', () => {
  it('installs an app into the store, runs it, and leaves the folder as it was', async () => {
    await machine.write('note.txt', 'mine')
    const ran = await machine.cli('x', '--yes', 'greet', 'hello', 'you')
    expect(ran).toMatchObject({ status: 0, stdout: 'Hello, you!\n' })
    expect(await readdir(machine.workspace)).toEqual(['note.txt'])
    expect(await store()).toEqual(['1.2.3'])
    expect((await machine.cli('list', '--json')).json()).toMatchObject({ apps: [] })
    expect((await machine.cli('run', 'greet')).status).toBe(125)
  })

  it('runs again without a registry, a question or a download', async () => {
    await machine.cli('x', '--yes', 'greet', '--version')
    await rm(machine.registryFolder, { recursive: true })
    const asked = machine.asked.length
    for (const name of ['greet', 'greet@^1', 'greet@1.2.3'])
      expect(await machine.cli('x', name, 'hello', 'you')).toMatchObject({
        status: 0,
        stdout: 'Hello, you!\n',
        stderr: '',
      })
    expect(machine.asked).toHaveLength(asked)
    expect((await machine.cli('x', 'greet@2')).status).not.toBe(0)
  })

  it('changes nothing without consent, nor in a dry run', async () => {
    const refused = await machine.cli('x', 'greet', 'hello', 'you')
    expect(refused).toMatchObject({ status: 2, stdout: '' })
    expect(refused.stderr).toContain('greet 1.2.3 with binary')
    const plan = (await machine.cli('x', '--dry-run', '--json', 'greet')).json<{ command: string }>()
    expect(plan).toMatchObject({ command: 'x', changes: [{ subject: 'greet' }] })
    expect(JSON.stringify(plan)).not.toContain(machine.workspace)
    expect([await store(), await oneOffs()]).toEqual([[], []])
  })

  it('drops one -- after the name, and leaves every other word to the app', async () => {
    await machine.cli('x', '--yes', 'greet', '--version')
    const words = async (...args: string[]) => (await machine.cli('x', ...args)).stdout
    expect(await words('greet', '--', 'hello', '--')).toBe('Hello, --!\n')
    expect(await words('greet', 'hello', '--yes')).toBe('Hello, --yes!\n')
    expect(await words('greet', 'hello', '--pipe')).toBe('Hello, --pipe!\n')
    expect(await words('greet', '--', '--version')).toBe('greet 1.2.3\n')
    expect(await machine.cli('x', '--loud', 'greet')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--loud'),
    })
    expect((await machine.cli('x')).status).toBe(2)
    expect((await machine.cli('x', 'greet@^^1')).stderr).toContain('is not a version or range')
  })

  it('passes standard input and exit status on', async () => {
    const script = { entry_point: 'greet', run: { version: { args: ['--version'] } } }
    await machine.publish([{ version: '1.2.3', changes: script }])
    await machine.cli('x', '--yes', 'greet', '--version')
    expect(await runWithInput(machine, 'text', 'x', 'greet', 'env')).toMatchObject({ status: 0 })
    const json = (await machine.cli('x', '--json', 'greet', 'hello', 'you')).json()
    expect(json).toMatchObject({ ok: true, exit_code: 0, stdout: 'Hello, you!\n' })
    expect((await machine.cli('x', '--program', 'other', 'greet')).status).toBe(125)
  })
})

describe('the version of x', () => {
  const version = async (...args: string[]) => (await machine.cli('x', '--yes', ...args, '--version')).stdout

  it('is the one in place until a range, a tag or --refresh asks for another', async () => {
    expect(await version('greet')).toBe('greet 1.2.3\n')
    await machine.publish([{ version: '1.2.3' }, { version: '1.4.0' }, { version: '2.0.0' }])
    expect(await version('greet')).toBe('greet 1.2.3\n')
    expect(await version('greet@^1')).toBe('greet 1.2.3\n')
    expect(await version('--refresh', 'greet@^1')).toBe('greet 1.4.0\n')
    expect(await version('greet@latest')).toBe('greet 2.0.0\n')
    expect(await version('greet@1.2.3')).toBe('greet 1.2.3\n')
    expect(await version('--refresh', 'greet')).toBe('greet 2.0.0\n')
  })

  it('is refused when nothing satisfies it, or the app is unknown', async () => {
    const none = await machine.cli('x', '--yes', 'greet@^9')
    expect(none).toMatchObject({ status: 4, stderr: expect.stringContaining('Use one of: 1.2.3') })
    const unknown = await machine.cli('x', '--yes', 'greeet')
    expect(unknown).toMatchObject({ status: 4, stderr: expect.stringContaining('Did you mean greet') })
    expect(await oneOffs()).toEqual([])
  })

  it('comes from the store alone with --offline', async () => {
    const refused = await machine.cli('x', '--yes', '--offline', 'greet')
    expect(refused).toMatchObject({ status: 9, stderr: expect.stringContaining('--offline') })
    await machine.cli('x', '--yes', 'greet', '--version')
    expect(await version('--offline', 'greet@latest')).toBe('greet 1.2.3\n')
  })

  it('is that of the registry in use, whatever another one called by that name', async () => {
    const other = await greetMachine([{ version: '7.0.0' }])
    expect(await version('greet')).toBe('greet 1.2.3\n')
    const CLI_APPS_MIRRORS = String(other.environment.CLI_APPS_MIRRORS)
    Object.assign(machine.environment, { CLI_APPS_REGISTRY: other.registryFolder, CLI_APPS_MIRRORS })
    expect(await version('greet')).toBe('greet 7.0.0\n')
    Object.assign(machine.environment, { CLI_APPS_REGISTRY: machine.registryFolder })
    expect(await version('greet')).toBe('greet 1.2.3\n')
  })

  it('is of the registries that the workspace declares', async () => {
    const other = await greetMachine([{ version: '7.0.0' }])
    machine.environment.CLI_APPS_MIRRORS = String(other.environment.CLI_APPS_MIRRORS)
    delete machine.environment.CLI_APPS_REGISTRY
    const declared = `${JSON.stringify({ apps: {}, registries: [other.registryFolder] })}\n`
    await machine.write('cli-apps.json', declared)
    expect(await version('greet')).toBe('greet 7.0.0\n')
    expect(await machine.read('cli-apps.json')).toBe(declared)
    expect(await readdir(machine.workspace)).toEqual(['cli-apps.json'])
  })
})

describe('x trusts no more than install', () => {
  it('asks for a general program with every run', async () => {
    await machine.publish([{ version: '1.2.3', changes: { tags: ['shell'], entry_point: 'bash' } }])
    const bash = (...args: string[]) => machine.cli('x', '--yes', ...args)
    for (const _ of ['before', 'after']) {
      expect(await bash('greet', '--version')).toMatchObject({
        status: 6,
        stderr: expect.stringContaining('--allow-general'),
      })
      await bash('--allow-general', 'greet', '--version')
    }
  })

  it('installs again what somebody else changed', async () => {
    await machine.cli('x', '--yes', 'greet', '--version')
    const [folder = ''] = await oneOffs()
    const file = path.join(folder, '.cli-apps', 'apps', 'greet.json')
    const record = JSON.parse(await readFile(file, 'utf8'))
    await writeFile(file, JSON.stringify({ ...record, argv: ['/bin/echo', 'evil'] }))
    expect(await machine.cli('x', 'greet', '--version')).toMatchObject({ status: 2, stdout: '' })
    expect((await machine.cli('x', '--yes', 'greet', '--version')).stdout).toBe('greet 1.2.3\n')
  })

  it('asks before calls that may destroy', async () => {
    const changes = { run: { version: { args: ['--version'] }, effects: { destructive: ['hello'] } } }
    await machine.publish([{ version: '1.2.3', changes }])
    await machine.cli('x', '--yes', 'greet', '--version')
    expect(await machine.cli('x', 'greet', 'hello', 'you')).toMatchObject({ status: 2, stdout: '' })
    expect((await machine.cli('x', '--yes', 'greet', 'hello', 'you')).stdout).toBe('Hello, you!\n')
  })
})

it.skipIf(process.platform === 'win32')('x asks at a terminal, and gives the app one', async () => {
  const refusing = inTerminal(machine, 'x', 'greet', 'hello', 'you')
  await refusing.shows('Do you want to continue?')
  refusing.type('n\r')
  expect(await refusing.ended).toMatchObject({ status: 130, shown: expect.not.stringContaining('Hello') })
  expect(await oneOffs()).toEqual([])
  const asking = inTerminal(machine, 'x', 'greet', 'env')
  await asking.shows('Do you want to continue?')
  asking.type('y\r')
  expect(await asking.ended).toMatchObject({
    status: 0,
    shown: expect.stringContaining('TERM=xterm-256color'),
  })
})

describe('cache prune', () => {
  const prune = async (...options: string[]) =>
    (await machine.cli('cache', 'prune', '--yes', '--json', ...options)).json<{ removed: string[] }>().removed
  const days = async (folder: string, count: number): Promise<void> => {
    const then = new Date(Date.now() - count * 86_400_000)
    await utimes(folder, then, then)
  }

  it('keeps what was run within a month, and removes it later', async () => {
    await machine.cli('x', '--yes', 'greet', '--version')
    const [folder = ''] = await oneOffs()
    const [version = ''] = await readdir(path.join(home(), 'store', 'greet', '1.2.3'))
    const entry = path.join(home(), 'store', 'greet', '1.2.3', version)
    await utimes(path.join(entry, 'app.json'), new Date(0), new Date(0))
    await days(folder, 29)
    expect(await prune()).toEqual([])
    await days(folder, 31)
    expect((await machine.cli('x', 'greet', '--version')).status).toBe(0)
    expect(await prune()).toEqual([])
    await days(folder, 31)
    expect(await prune()).toEqual([folder, entry])
    expect([existsSync(folder), existsSync(entry)]).toEqual([false, false])
    expect(await readdir(path.join(home(), 'workspaces'))).toEqual([])
  })

  it('keeps a program that a workspace uses too', async () => {
    await machine.cli('x', '--yes', 'greet', '--version')
    await machine.cli('install', '--yes', 'greet')
    const [folder = ''] = await oneOffs()
    await days(folder, 2)
    expect(await prune()).toEqual([])
    expect(await prune('--all')).toContain(folder)
    expect((await machine.cli('run', 'greet', '--version')).stdout).toBe('greet 1.2.3\n')
    await mkdir(folder, { recursive: true })
    expect((await machine.cli('x', 'greet')).status).toBe(2)
  })
})
