import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { CiResult } from '../../../services/installer/src/lock/ci-result.ts'
import { LockResult } from '../../../services/installer/src/lock/lock-result.ts'
import { closedPort } from '../../support/file-server.ts'
import { clonedWorkspace, type GreetMachine, greetMachine } from '../../support/greet-machine.ts'

const lockFiles = (machine: GreetMachine): Promise<string[]> =>
  Promise.all(['cli-apps.json', 'cli-apps.lock'].map(machine.read))

/** Changes one thing in the lockfile, or in `cli-apps.json`. */
async function edit(machine: GreetMachine, file: string, change: (value: never) => void): Promise<void> {
  const value = JSON.parse(await machine.read(file)) as never
  change(value)
  await machine.write(file, JSON.stringify(value))
}

describe('ci', () => {
  it('restores the locked version in another workspace without a registry or network', async () => {
    const machine = await greetMachine([{ version: '1.2.3' }, { name: 'hail', version: '1.0.0' }])
    await machine.cli('install', 'greet', 'hail', '--yes')
    await machine.publish([{ version: '1.9.0' }])
    const asked = machine.asked.length
    const second = path.join(machine.workspace, 'second')
    await mkdir(second)
    await clonedWorkspace(machine, second)
    machine.environment.CLI_APPS_REGISTRY = await closedPort()
    await rm(machine.registryFolder, { recursive: true })
    const { status, json } = await machine.cli('ci', '--yes', '--json', '--workspace', second)
    expect(status).toBe(0)
    expect(json()).toMatchObject({
      restored: [
        { name: 'greet', version: '1.2.3', source: 'store' },
        { name: 'hail', version: '1.0.0', source: 'store' },
      ],
    })
    expect(CiResult.parse(json())).toEqual(json())
    expect(machine.asked.length).toBe(asked)
    for (const file of ['cli-apps.json', 'cli-apps.lock'])
      expect(await readFile(path.join(second, file), 'utf8')).toBe(await machine.read(file))
    expect((await machine.cli('lock', '--check', '--workspace', second)).status).toBe(0)
  })

  it('finds a registry in a folder of the workspace wherever the workspace is', async () => {
    const machine = await greetMachine([{ version: '1.2.3' }])
    delete machine.environment.CLI_APPS_REGISTRY
    await rename(machine.registryFolder, path.join(machine.workspace, 'apps of ours'))
    await machine.write('cli-apps.json', '{"registries":["./apps of ours"],"apps":{}}')
    expect((await machine.cli('install', 'greet', '--yes')).status).toBe(0)
    expect((await machine.locked()).greet?.registry).toBe('./apps of ours')
    expect((await machine.cli('install', 'greet', '--json')).json()).toMatchObject({
      installed: [{ source: 'present' }],
    })
    const moved = `${machine.workspace} moved`
    await cp(machine.workspace, moved, { recursive: true })
    await rm(path.join(moved, '.cli-apps'), { recursive: true })
    for (const gone of [machine.workspace, path.join(machine.home, 'cli-apps/store')])
      await rm(gone, { recursive: true })
    await mkdir(machine.workspace)
    const lock = await readFile(path.join(moved, 'cli-apps.lock'), 'utf8')
    const { status, stderr } = await machine.cli('ci', '--yes', '--workspace', moved)
    expect(status, stderr).toBe(0)
    expect((await machine.cli('update', '--yes', '--workspace', moved)).status).toBe(0)
    expect(await readFile(path.join(moved, 'cli-apps.lock'), 'utf8')).toBe(lock)
    await rm(moved, { recursive: true })
  })

  it('returns an updated app to the locked version, and writes neither file', async () => {
    const machine = await greetMachine([{ version: '1.2.3' }])
    await machine.cli('install', 'greet', '--yes')
    const [, lock = ''] = await lockFiles(machine)
    await machine.publish([{ version: '1.2.3' }, { version: '1.3.0' }])
    await machine.cli('update', '--yes')
    await machine.write('cli-apps.lock', lock)
    const before = await lockFiles(machine)
    expect((await machine.cli('ci')).status).toBe(2)
    expect((await machine.cli('ci', '--yes')).status).toBe(0)
    expect((await machine.cli('run', 'greet', '--version')).stdout).toBe('greet 1.2.3\n')
    expect(await lockFiles(machine)).toEqual(before)
    expect((await machine.cli('ci')).status).toBe(0)
  })

  it.each<[string, string, (value: never) => void]>([
    [
      'lock.not-locked',
      'cli-apps.json',
      (file: { apps: Record<string, string> }) => Object.assign(file.apps, { hail: '^1.0.0' }),
    ],
    ['lock.not-declared', 'cli-apps.json', (file: { apps: object }) => Object.assign(file, { apps: {} })],
    [
      'lock.out-of-range',
      'cli-apps.json',
      (file: { apps: Record<string, string> }) => Object.assign(file.apps, { greet: '^2.0.0' }),
    ],
    [
      'lock.no-platform',
      'cli-apps.lock',
      (file: { apps: { greet: object } }) => Object.assign(file.apps.greet, { platforms: {} }),
    ],
    ['lock.only-installed', 'cli-apps.lock', (file: { apps: object }) => Object.assign(file, { apps: {} })],
  ])('fails with 8 for %s, and so does lock --check', async (code, file, change) => {
    const machine = await greetMachine([{ version: '1.2.3' }])
    await machine.cli('install', 'greet', '--yes')
    await edit(machine, file, change)
    const before = await lockFiles(machine)
    const restored = await machine.cli('ci', '--yes', '--json')
    expect(restored.status).toBe(8)
    const { error } = restored.json<{ error: { code: string; issues: { rule: string }[] } }>()
    expect(error.code).toBe('lockfile.differs')
    expect(error.issues.map(({ rule }) => rule)).toContain(code)
    const checked = await machine.cli('lock', '--check', '--json')
    expect(checked.status).toBe(8)
    expect(LockResult.parse(checked.json())).toEqual(checked.json())
    const { differences } = checked.json<{ differences: { code: string }[] }>()
    expect(differences.map((difference) => difference.code)).toContain(code)
    expect(await lockFiles(machine)).toEqual(before)
  })

  it('installs only the locked content, whoever serves it, and keeps nothing that differs', async () => {
    const machine = await greetMachine([{ version: '1.2.3' }])
    await machine.cli('install', 'greet', '--yes')
    await rm(path.join(machine.home, 'cli-apps/store'), { recursive: true })
    await rm(path.join(machine.workspace, '.cli-apps'), { recursive: true })
    await edit(machine, 'cli-apps.lock', (file: { apps: { greet: { platforms: object } } }) => {
      for (const install of Object.values(file.apps.greet.platforms)) install.artifacts[0].version = '9'
    })
    const differs = await machine.cli('ci', '--yes', '--json')
    expect([differs.status, differs.json()]).toMatchObject([8, { error: { code: 'lockfile.tree-differs' } }])
    expect((await machine.cli('list', '--json')).json()).toMatchObject({ apps: [] })
    await expect(readFile(path.join(machine.home, 'cli-apps/store/greet'))).rejects.toThrow('ENOENT')
    await machine.publish([{ version: '1.2.3', changes: { summary: 'Something else' } }])
    const other = await machine.cli('ci', '--yes', '--json')
    expect([other.status, other.json()]).toMatchObject([8, { error: { code: 'lockfile.digest-mismatch' } }])
  })

  it('reports the lines of a merge conflict, and lock merges the sides', async () => {
    const machine = await greetMachine([{ version: '1.2.3' }, { name: 'hail', version: '1.0.0' }])
    await machine.cli('install', 'hail', '--yes')
    const theirs = await machine.read('cli-apps.lock')
    await machine.cli('uninstall', 'hail', '--yes')
    await machine.cli('install', 'greet', '--yes')
    const ours = await machine.read('cli-apps.lock')
    await machine.write('cli-apps.lock', `<<<<<<< HEAD\n${ours}=======\n${theirs}>>>>>>> other\n`)
    await machine.write('cli-apps.json', '{"apps":{"greet":"^1.2.3","hail":"^1.0.0"}}')
    const stopped = await machine.cli('ci', '--yes', '--json')
    expect([stopped.status, stopped.json()]).toMatchObject([
      3,
      {
        error: { code: 'lockfile.conflict', details: { lines: [1] }, hint: expect.stringContaining('lock') },
      },
    ])
    expect((await machine.cli('lock', '--yes')).status).toBe(0)
    expect(Object.keys(await machine.locked())).toEqual(['greet', 'hail'])
    expect((await machine.cli('ci', '--yes')).status).toBe(0)
  })
})

describe('install without names', () => {
  it('restores what is declared: the locked version if it fits, else one that does, and changes no other app', async () => {
    const all = [
      { version: '1.2.3' },
      { name: 'hail', version: '1.0.0' },
      { name: 'howdy', version: '1.0.0' },
    ]
    const machine = await greetMachine(all)
    await machine.cli('install', 'greet', 'hail', '--yes')
    await machine.publish([...all, { version: '1.3.0' }, { name: 'hail', version: '2.0.0' }])
    await machine.write(
      'cli-apps.json',
      '{"x":1,"apps":{"howdy":"^1.0.0","greet":"^1.2.3","hail":"^2.0.0"},"team":{"b":1,"a":2}}',
    )
    await edit(machine, 'cli-apps.lock', (file: object) => Object.assign(file, { later: { z: 1 } }))
    const { status, json } = await machine.cli('install', '--yes', '--json')
    expect(status).toBe(0)
    expect(json()).toMatchObject({
      installed: [
        { name: 'howdy', source: 'build' },
        { name: 'greet', version: '1.2.3', source: 'present' },
        { name: 'hail', version: '2.0.0' },
      ],
    })
    expect(await machine.read('cli-apps.json')).toBe(
      `${JSON.stringify({ x: 1, apps: { greet: '^1.2.3', hail: '^2.0.0', howdy: '^1.0.0' }, team: { b: 1, a: 2 } }, null, 2)}\n`,
    )
    expect(JSON.parse(await machine.read('cli-apps.lock')).later).toEqual({ z: 1 })
    expect((await machine.cli('lock', '--check')).status).toBe(0)
    const again = await machine.cli('install', '--json')
    expect(again.status).toBe(0)
    await writeFile(path.join(machine.workspace, 'skills/cli-app-greet/SKILL.md'), 'mine')
    expect((await machine.cli('install')).status).toBe(2)
  })
})
