import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createMachine, type Machine } from '../../support/cli.ts'
import { fileServer } from '../../support/file-server.ts'
import { binaryManifest, folderRegistry, greetScript, tarball } from '../../support/folder-registry.ts'
import { mayMount, mountSmallDisk } from '../../support/small-disk.ts'

let archive: Uint8Array
beforeAll(async () => {
  archive = await tarball({ 'bin/greet': greetScript })
})

/** A machine with `greet` and `hail` to install, with its workspace or its store on a disk of their own. */
async function machineOn(folder: string, place: 'workspace' | 'store'): Promise<Machine> {
  const { url } = await fileServer({ '/greet.tar.gz': archive })
  const manifests = ['greet', 'hail'].map((name) => binaryManifest(archive, { name }))
  const machine = await createMachine({
    CLI_APPS_REGISTRY: await folderRegistry(manifests),
    CLI_APPS_MIRRORS: `https://downloads.test/=${url}/`,
    ...(place === 'store' && { CLI_APPS_HOME: path.join(folder, 'home') }),
  })
  if (place === 'store') return machine
  // Before what a command hands on to an app.
  const cli: Machine['cli'] = (command = '', ...rest) => machine.cli(command, '--workspace', folder, ...rest)
  return { ...machine, workspace: folder, cli }
}

const notAllowed = [6, { error: { code: 'disk.not-allowed', message: expect.stringContaining('/') } }]

describe.skipIf(!mayMount)('a read-only disk', () => {
  it('below the workspace prevents changes, but not reading and running', async () => {
    const disk = mountSmallDisk('size=1m')
    const machine = await machineOn(disk.folder, 'workspace')
    expect((await machine.cli('install', 'greet', '--yes')).status).toBe(0)
    disk.remountReadOnly()
    for (const command of [
      ['install', 'hail'],
      ['uninstall', 'greet'],
    ]) {
      const { status, json } = await machine.cli(...command, '--yes', '--json')
      expect([status, json()]).toMatchObject(notAllowed)
    }
    expect((await machine.cli('list', '--json')).json()).toMatchObject({ apps: [{ name: 'greet' }] })
    for (const command of [['verify'], ['doctor'], ['info', 'greet']])
      expect((await machine.cli(...command)).status).toBe(0)
    expect((await machine.cli('run', 'greet', 'hello', 'Ann')).stdout).toBe('Hello, Ann!\n')
  })

  it('with an interrupted change is read with a notice', async () => {
    const disk = mountSmallDisk('size=1m')
    const machine = await machineOn(disk.folder, 'workspace')
    await machine.cli('install', 'greet', '--yes')
    await mkdir(path.join(disk.folder, '.cli-apps/txn/1234'), { recursive: true })
    disk.remountReadOnly()
    const list = await machine.cli('list', '--json')
    expect(list).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('was interrupted, and this user may not'),
    })
    expect(list.json()).toMatchObject({ apps: [{ name: 'greet' }] })
    disk.remountWritable()
    expect((await machine.cli('list')).stderr).toContain('Discarded a change')
    expect(await readdir(path.join(disk.folder, '.cli-apps/txn'))).toEqual([])
  })

  it('below the store prevents additions, but not the use of its content', async () => {
    const disk = mountSmallDisk('size=4m')
    const machine = await machineOn(disk.folder, 'store')
    expect((await machine.cli('install', 'greet', '--yes')).status).toBe(0)
    disk.remountReadOnly()
    const { status, json } = await machine.cli('install', 'hail', '--yes', '--json')
    expect([status, json()]).toMatchObject(notAllowed)
    expect((await machine.cli('list', '--json')).json()).toMatchObject({ apps: [{ name: 'greet' }] })
    expect((await machine.cli('run', 'greet', 'hello', 'Ann')).stdout).toBe('Hello, Ann!\n')
    expect((await machine.cli('uninstall', 'greet', '--yes')).status).toBe(0)
    expect((await machine.cli('install', 'greet', '--yes')).status).toBe(0)
  })
})

const nobody = 65_534

describe.skipIf(process.getuid?.() !== 0)('the workspace of another user', () => {
  it('is read and run, but not changed', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'shared-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const machine = await machineOn(path.join(folder, 'work'), 'workspace')
    for (const name of ['work', 'program', 'theirs']) await mkdir(path.join(folder, name))
    await chmod(folder, 0o755)
    await chmod(path.join(folder, 'theirs'), 0o777)
    // What another user may read: a program, and a store of the owner's.
    const installer = fileURLToPath(new URL('../../../services/installer', import.meta.url))
    for (const part of ['bin', 'dist', 'package.json'])
      await cp(path.join(installer, part), path.join(folder, 'program', part), { recursive: true })
    machine.environment.CLI_APPS_HOME = path.join(folder, 'store')
    expect((await machine.cli('install', 'greet', '--yes')).status).toBe(0)

    const theirs = { ...machine.environment, HOME: path.join(folder, 'theirs'), CLI_APPS_HOME: '' }
    const callAs = async (
      environment: NodeJS.ProcessEnv,
      ...args: string[]
    ): Promise<{ status: number; stdout: string }> => {
      const child = spawn(process.execPath, [path.join(folder, 'program/bin/cli-apps.js'), ...args], {
        cwd: machine.workspace,
        env: { ...theirs, XDG_DATA_HOME: '', XDG_CONFIG_HOME: '', CLI_APPS_REGISTRY: '', ...environment },
        stdio: ['ignore', 'pipe', 'inherit'],
        uid: nobody,
        gid: nobody,
      })
      const [stdout, [status]] = await Promise.all([text(child.stdout), once(child, 'exit')])
      return { status: status as number, stdout }
    }
    const asNobody = (...args: string[]) => callAs({}, ...args)
    const refused = await asNobody('uninstall', 'greet', '--yes', '--json')
    expect([refused.status, JSON.parse(refused.stdout)]).toMatchObject(notAllowed)
    expect((await asNobody('list')).stdout).toContain('greet')
    // What another user installed is not run, only shown.
    expect(await asNobody('run', 'greet', 'hello', 'Ann')).toEqual({ status: 125, stdout: '' })
    const unproved = await asNobody('verify', '--json')
    expect([unproved.status, unproved.stdout]).toEqual([8, expect.stringContaining('"record.foreign"')])
    const { CLI_APPS_HOME } = machine.environment
    const prying = await callAs({ CLI_APPS_HOME }, 'verify', '--json')
    expect([prying.status, prying.stdout]).toEqual([8, expect.stringContaining('"record-key.exposed"')])
    expect((await machine.cli('doctor')).status).toBe(0)

    const skill = path.join(machine.workspace, 'skills/cli-app-greet/SKILL.md')
    expect((await asNobody('skill', 'lint', path.dirname(skill))).status).toBe(0)
    await chmod(skill, 0o600)
    const unread = await asNobody('skill', 'lint', path.dirname(skill), '--json')
    expect([unread.status, JSON.parse(unread.stdout)]).toMatchObject(notAllowed)
  })
})
