import { mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type GreetMachine, greetMachine } from '../support/greet-machine.ts'

const access = {
  files: [
    { path: '.git', mode: 'write', why: 'Keeps commits' },
    { path: '~/.ssh', mode: 'read', why: 'Signs in with keys' },
    { path: '~/.greet/', mode: 'write', why: 'Keeps greetings' },
  ],
  sockets: [{ path: '/run/greet/docker.sock', why: 'Asks the engine' }],
  network: { hosts: ['example.com'] },
  nested: true,
}
const newMachine = (changes: Record<string, unknown> = { requires: { access } }): Promise<GreetMachine> =>
  greetMachine([
    { version: '1.2.3', changes },
    { name: 'hail', version: '1.2.3', changes },
  ])
const installed = async (): Promise<GreetMachine> => {
  const machine = await newMachine()
  await machine.cli('install', 'greet', 'hail', '--yes')
  return machine
}
const fileOf = ({ home }: GreetMachine): string => path.join(home, 'config/cli-apps/grants/access.json')
const held = async (machine: GreetMachine): Promise<Record<string, unknown>[]> =>
  JSON.parse(await readFile(fileOf(machine), 'utf8')).apps
interface Listed {
  changed: boolean
  apps: { app: string; places: { name: string; mode: string; granted: boolean; reason?: string }[] }[]
}
const list = async (machine: GreetMachine): Promise<Listed> =>
  (await machine.cli('grant', 'greet', '--json')).json<Listed>()

describe('grant', () => {
  it('lists what an app declares, what is granted and the network, and changes nothing', async () => {
    const machine = await installed()
    await machine.cli('grant', 'greet', 'nested', '--yes')
    const value = await list(machine)
    expect(value).toMatchObject({
      changed: false,
      apps: [{ app: 'greet', network: { hosts: ['example.com'] } }],
    })
    expect(value.apps[0]?.places.map((one) => [one.name, one.granted])).toEqual([
      ['.git', false],
      ['file:~/.ssh', false],
      ['file:~/.greet', false],
      ['socket:/run/greet/docker.sock', false],
      ['nested', true],
    ])
    expect(await held(machine)).toMatchObject([{ access: [{ name: 'nested' }] }])
  })

  it('keeps where a path leads and what it allows, creates a declared folder, and revokes', async () => {
    const machine = await installed()
    const { home } = machine
    expect(await machine.cli('grant', 'greet', 'file:~/.ssh', 'file:~/.greet', '--yes')).toMatchObject({
      status: 0,
    })
    expect(await held(machine)).toEqual([
      {
        app: 'greet',
        registry: expect.any(String),
        workspace: machine.workspace,
        places: [],
        access: [
          { name: 'file:~/.greet', mode: 'write', leads_to: path.join(home, '.greet') },
          { name: 'file:~/.ssh', mode: 'read', leads_to: path.join(home, '.ssh') },
        ],
      },
    ])
    expect((await stat(path.join(home, '.greet'))).isDirectory()).toBe(true)
    await expect(stat(path.join(home, '.ssh'))).rejects.toThrow('ENOENT')
    await machine.cli('revoke', 'greet', 'file:~/.ssh', '--yes')
    expect(await held(machine)).toMatchObject([{ access: [{ name: 'file:~/.greet' }] }])
    await machine.cli('revoke', 'greet', '--yes')
    expect(await held(machine)).toEqual([])
  })

  it('tells of an engine that can do everything before it asks', async () => {
    const machine = await installed()
    const { stderr } = await machine.cli('grant', 'greet', 'socket:/run/greet/docker.sock', '--yes')
    expect(stderr).toContain('change any file of this machine')
  })

  it.each([
    'file:~/.ssh/id',
    'file:~',
    '/etc',
    'socket:/run',
    'network:hosts',
    'network:raw',
    'display',
    'device:/dev/kvm',
  ])('refuses %s, which the app does not declare', async (name) => {
    const machine = await installed()
    expect((await machine.cli('grant', 'greet', name, '--yes')).status).toBe(4)
    await expect(readFile(fileOf(machine))).rejects.toThrow('ENOENT')
  })

  it.each([
    ['the grants', 'config/cli-apps/grants'],
    ['the home', '.'],
  ])('refuses a declared path that a link leads to %s', async (_, target) => {
    const machine = await installed()
    const { home } = machine
    await mkdir(path.join(home, 'config/cli-apps/grants'), { recursive: true, mode: 0o700 })
    await symlink(path.resolve(home, target), path.join(home, '.ssh'))
    expect((await machine.cli('grant', 'greet', 'file:~/.ssh', '--yes')).status).toBe(6)
  })

  it('does not apply to a path that a link replaced, nor in full where the app asks for more now', async () => {
    const machine = await installed()
    const { home } = machine
    await machine.cli('grant', 'greet', 'file:~/.ssh', '--yes')
    await mkdir(path.join(home, 'elsewhere'))
    await symlink(path.join(home, 'elsewhere'), path.join(home, '.ssh'))
    const entry = async () => (await list(machine)).apps[0]?.places.find((one) => one.name === 'file:~/.ssh')
    expect(await entry()).toMatchObject({ granted: false, reason: expect.stringContaining('elsewhere') })
    await rm(path.join(home, '.ssh'))
    const files = [{ path: '~/.ssh', mode: 'write', why: 'Signs in with keys' }]
    await machine.publish([{ version: '1.3.0', changes: { requires: { access: { files } } } }])
    await machine.cli('update', 'greet', '--yes')
    expect(await entry()).toMatchObject({
      mode: 'write',
      granted: true,
      reason: expect.stringContaining('read'),
    })
  })

  it('counts for nothing when a cloned repository brings it', async () => {
    const machine = await installed()
    const grants = { app: 'greet', registry: 'x', workspace: machine.workspace, places: ['.git'], access: [] }
    for (const folder of ['grants', '.cli-apps/grants', 'config/cli-apps/grants']) {
      await mkdir(path.join(machine.workspace, folder), { recursive: true })
      await writeFile(
        path.join(machine.workspace, folder, 'access.json'),
        JSON.stringify({ access: 1, apps: [grants] }),
        { mode: 0o600 },
      )
    }
    const [app] = (await list(machine)).apps
    expect(app?.places.some(({ granted }) => granted)).toBe(false)
  })
})

describe('install', () => {
  it('shows what an app declares, and grants nothing with --yes', async () => {
    const machine = await newMachine()
    const { status, stderr } = await machine.cli('install', 'greet', '--yes')
    expect(status).toBe(0)
    expect(stderr).toContain('cli-apps grant greet file:~/.ssh')
    expect(stderr).toContain('example.com')
    await expect(readFile(fileOf(machine))).rejects.toThrow('ENOENT')
  })

  it('grants what is named, in the plan and for that app alone', async () => {
    const machine = await newMachine()
    const words = ['install', 'greet', 'hail', '--grant', 'greet:file:~/.ssh', '--grant', 'greet:nested']
    const plan = await machine.cli(...words, '--dry-run', '--json')
    expect(plan.json<{ changes: { permissions: unknown }[] }>().changes[0]?.permissions).toMatchObject([
      { option: '--grant greet:file:~/.ssh', granted: true },
      { option: '--grant greet:nested', granted: true },
    ])
    await expect(readFile(fileOf(machine))).rejects.toThrow('ENOENT')
    expect((await machine.cli(...words, '--yes')).status).toBe(0)
    expect(await held(machine)).toMatchObject([
      { app: 'greet', places: [], access: [{ name: 'file:~/.ssh' }, { name: 'nested' }] },
    ])
    expect(await held(machine)).toHaveLength(1)
    // Of an app that is installed already.
    await machine.cli('install', 'hail', '--grant', 'hail:.git', '--yes')
    expect(await held(machine)).toMatchObject([{ app: 'greet' }, { app: 'hail', places: ['.git'] }])
  })

  it.each([
    ['greet:file:/etc', 4],
    ['greet:', 2],
    ['greet', 2],
    ['hail:nested', 2],
    ['../greet:nested', 2],
  ])('installs nothing with --grant %s', async (grant, status) => {
    const machine = await newMachine()
    expect((await machine.cli('install', 'greet', '--grant', grant, '--yes')).status).toBe(status)
    await expect(stat(path.join(machine.workspace, 'cli-apps.lock'))).rejects.toThrow('ENOENT')
  })
})
