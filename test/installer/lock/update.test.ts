import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { AppDocument, registryPaths } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { PinResult } from '../../../services/installer/src/lock/pin-result.ts'
import { OutdatedResult } from '../../../services/installer/src/update/outdated-result.ts'
import { UpdateResult } from '../../../services/installer/src/update/update-result.ts'
import { closedPort } from '../../support/file-server.ts'
import { type GreetMachine, greetMachine } from '../../support/greet-machine.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

async function changeApp(
  machine: GreetMachine,
  name: string,
  edit: (app: AppDocument) => void,
): Promise<void> {
  const file = path.join(machine.registryFolder, registryPaths.app(AppDocument.shape.name.parse(name)))
  const app = AppDocument.parse(JSON.parse(await readFile(file, 'utf8')))
  edit(app)
  await writeFile(file, JSON.stringify(app))
}

const before = [{ version: '1.2.3' }, { name: 'hail', version: '1.0.0' }, { name: 'howdy', version: '1.0.0' }]
const after = [
  ...before,
  { version: '1.4.0' },
  { version: '2.0.0' },
  { name: 'hail', version: '1.1.0' },
  { name: 'howdy', version: '1.5.0' },
]

/** Three apps, of which newer versions were published since, and one that is pinned. */
async function agedMachine(): Promise<GreetMachine> {
  const machine = await greetMachine(before)
  await machine.cli('install', 'greet', 'hail', 'howdy', '--yes')
  const pin = await machine.cli('pin', 'howdy', '--reason', 'later ones are too loud', '--yes')
  expect(pin.status).toBe(0)
  await machine.publish(after)
  return machine
}

describe('update', () => {
  it('keeps to the declared ranges, changes only the named apps, and prints the difference', async () => {
    const machine = await agedMachine()
    const hail = (await machine.locked()).hail
    const plan = await machine.cli('update', 'greet', '--dry-run')
    expect(plan.stdout).toContain('greet 1.2.3 -> 1.4.0 with binary')
    const { status, json } = await machine.cli('update', 'greet', '--yes', '--json')
    expect([status, json()]).toMatchObject([
      0,
      {
        updated: [
          {
            name: 'greet',
            from: '1.2.3',
            to: '1.4.0',
            method: 'binary',
            program_from: '1.2.3',
            program: '1.4.0',
            commands: { added: [], removed: [] },
            skill_files: ['skills/cli-app-greet/SKILL.md'],
          },
        ],
      },
    ])
    expect(UpdateResult.parse(json())).toEqual(json())
    expect((await machine.locked()).hail).toEqual(hail)
    expect((await machine.declared()).apps.greet).toBe('^1.2.3')
    expect(await machine.cli('update', 'greet')).toMatchObject({ status: 0, stdout: 'Nothing to update.\n' })
  })

  it('goes beyond the ranges with --latest, and skips pinned apps with their reason', async () => {
    const machine = await agedMachine()
    const { json } = await machine.cli('update', '--latest', '--yes', '--json')
    expect(json()).toMatchObject({
      updated: [
        { name: 'greet', to: '2.0.0', range: '^2.0.0' },
        { name: 'hail', to: '1.1.0', range: '^1.0.0' },
      ],
      skipped: [{ name: 'howdy', reason: 'pinned: later ones are too loud' }],
    })
    expect(await machine.declared()).toMatchObject({ apps: { greet: '^2.0.0', howdy: '1.0.0' } })
    const named = await machine.cli('update', 'howdy', '--latest', '--yes', '--json')
    expect([named.status, named.json()]).toMatchObject([
      5,
      { error: { code: 'app.pinned', hint: expect.stringContaining('cli-apps pin howdy --remove') } },
    ])
    expect((await machine.cli('update', 'absent', '--yes')).status).toBe(4)
  })
})

describe('outdated', () => {
  it('shows installed, wanted and latest versions, pins and yanks, and works without a reachable registry', async () => {
    const machine = await agedMachine()
    await changeApp(machine, 'greet', ({ versions }) => {
      for (const entry of versions) if (entry.version === '1.2.3') entry.deprecated = { message: 'Use 2.x.' }
    })
    const lock = JSON.parse(await machine.read('cli-apps.lock'))
    lock.apps.hail.registry = await closedPort()
    await machine.write('cli-apps.lock', JSON.stringify(lock))
    const { status, json } = await machine.cli('outdated', '--json')
    expect([status, json()]).toMatchObject([
      0,
      {
        apps: [
          {
            name: 'greet',
            installed: '1.2.3',
            wanted: '1.4.0',
            latest: '2.0.0',
            deprecated: 'Use 2.x.',
            outdated: true,
          },
          { name: 'hail', installed: '1.0.0', error: { code: 'registry.unreachable' }, outdated: false },
          { name: 'howdy', wanted: '1.0.0', latest: '1.5.0', pinned: 'later ones are too loud' },
        ],
      },
    ])
    expect(OutdatedResult.parse(json())).toEqual(json())
    const { stdout } = await machine.cli('outdated')
    expect(stdout).toMatch(/^app +installed +wanted +latest\ngreet +1\.2\.3 +1\.4\.0 +2\.0\.0\n/)
  })
})

describe('pin', () => {
  it('holds a version with its reason until the pin or the app is removed', async () => {
    const machine = await greetMachine([...before, { version: '1.4.0' }])
    await machine.cli('install', 'greet@1.2.3', '--yes')
    expect((await machine.cli('pin', 'greet', '--yes')).status).toBe(2)
    expect((await machine.cli('pin', 'hail', '--reason', 'x', '--yes')).status).toBe(4)
    expect((await machine.cli('pin', 'greet@1.4.0', '--reason', 'it works', '--yes')).status).toBe(0)
    expect((await machine.cli('run', 'greet', '--version')).stdout).toBe('greet 1.4.0\n')
    const pins = (await machine.cli('pin', '--json')).json()
    expect(PinResult.parse(pins)).toEqual(pins)
    expect(pins).toMatchObject({ pins: [{ name: 'greet', range: '1.4.0', reason: 'it works' }] })
    expect((await machine.cli('install', 'greet@1.2.3', '--yes')).status).toBe(5)
    expect((await machine.cli('lock', '--check')).status).toBe(0)
    expect((await machine.cli('pin', 'greet', '--remove', '--yes')).status).toBe(0)
    expect(await machine.declared()).toEqual({ apps: { greet: '^1.4.0' } })
    await machine.cli('pin', 'greet', '--reason', 'again', '--yes')
    await machine.cli('uninstall', 'greet', '--yes')
    expect(await machine.declared()).toEqual({ apps: {} })
  })
})

it('moves a name to another registry only if that is named, and shows it in the plan', async () => {
  const machine = await greetMachine([{ version: '1.2.3' }])
  await machine.cli('install', 'greet', '--yes')
  const home = (await machine.locked()).greet?.registry
  const other = await temporaryFolder()
  await cp(machine.registryFolder, other, { recursive: true })
  machine.environment.CLI_APPS_REGISTRY = other
  expect((await machine.cli('install', 'greet', '--yes')).status).toBe(0)
  expect((await machine.locked()).greet?.registry).toBe(home)
  const plan = await machine.cli('install', 'greet', '--registry', other, '--dry-run')
  expect(plan.stdout).toContain(`greet came from ${home} until now, and moves to ${other}`)
  expect((await machine.cli('install', 'greet', '--registry', other)).status).toBe(2)
  expect((await machine.cli('install', 'greet', '--registry', other, '--yes')).status).toBe(0)
  expect((await machine.locked()).greet?.registry).toBe(other)
})

it('treats an app as up to date if a user added text below the mark of its skill', async () => {
  const machine = await greetMachine([{ version: '1.2.3' }])
  await machine.cli('install', 'greet', '--yes')
  const file = 'skills/cli-app-greet/SKILL.md'
  await machine.write(file, `${await machine.read(file)}\n<!-- yours -->\nMy own words.\n`)
  expect((await machine.cli('install')).status).toBe(0)
  expect(await machine.read(file)).toContain('My own words.')
})
