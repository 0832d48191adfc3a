import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { OutdatedResult } from '../../../services/installer/src/update/outdated-result.ts'
import { createMachine, type Machine } from '../../support/cli.ts'
import { exampleManifestJson } from '../../support/example-manifest.ts'
import { fakeApt } from '../../support/fake-apt.ts'
import { folderRegistry, greetScript, writeDocuments } from '../../support/folder-registry.ts'

const entryOf = (version: string, rest: Record<string, unknown> = {}) =>
  exampleManifestJson({ version, install: [{ method: 'apt', package: 'greet' }], ...rest })

/** A system whose package holds 1.2.3 of a program, and a registry with entries of other versions. */
async function agedSystem(version = '2.0.0') {
  const apt = await fakeApt(greetScript)
  const registry = await folderRegistry([entryOf(version)])
  const machine = await createMachine({ CLI_APPS_REGISTRY: registry })
  machine.environment.PATH = `${apt.bin}:${machine.environment.PATH}`
  return { machine, apt, publish: (...all: Record<string, unknown>[]) => writeDocuments(registry, all) }
}

const printed = async (machine: Machine, ...words: string[]): Promise<string> => {
  const { stdout, stderr } = await machine.cli(...words)
  return stdout + stderr
}

const warning = /another major version: commands and options may differ/

describe('an app whose package is of another version than its entry', () => {
  it('is planned with the version that its package has, and a warning before it is confirmed', async () => {
    const { machine, apt } = await agedSystem()
    const plan = await printed(machine, 'install', 'greet', '--dry-run')
    expect(plan).toContain('greet 1.0 (apt; entry 2.0.0) with apt')
    expect(plan).toMatch(/greet: apt has 1\.0, and the entry describes 2\.0\.0, another major version/)
    expect(await apt.installed()).toEqual([])
    const { json } = await machine.cli('install', 'greet', '--dry-run', '--json')
    expect(json()).toMatchObject({ changes: [{ facts: { version: '2.0.0', installed_version: '1.0' } }] })
  })

  it('has the version of its program wherever it is shown', async () => {
    const { machine } = await agedSystem()
    const { json } = await machine.cli('install', 'greet', '--yes', '--json')
    expect(json()).toMatchObject({
      installed: [
        {
          version: '2.0.0',
          installed_version: '1.2.3',
          program_version: '1.2.3',
          notices: expect.arrayContaining([expect.stringMatching(warning)]),
        },
      ],
    })
    const shown = '1.2.3 (apt; entry 2.0.0)'
    expect(await printed(machine, 'install', 'greet', '--yes')).toContain(`greet ${shown}`)
    for (const command of ['list', 'verify']) expect(await printed(machine, command)).toContain(shown)
    expect(await printed(machine, 'info', 'greet')).toMatch(/installed +1\.2\.3 \(apt; entry 2\.0\.0\)/)
    expect((await machine.cli('info', 'greet', '--json')).json()).toMatchObject({
      installed: { version: '2.0.0', installed_version: '1.2.3', package_version: '1.0-1' },
    })
    const skill = await readFile(path.join(machine.workspace, 'skills/cli-app-greet/SKILL.md'), 'utf8')
    expect(skill).toContain(`**Installed**: ${shown}`)
    expect(skill).toContain("program-version: '1.2.3'")
    const lock = JSON.parse(await readFile(path.join(machine.workspace, 'cli-apps.lock'), 'utf8'))
    expect(Object.values(lock.apps.greet.platforms)).toMatchObject([
      { program_version: '1.2.3', package_version: '1.0-1' },
    ])
  })

  it('is up to date while no other program would come, and says so of a newer entry', async () => {
    const { machine, publish } = await agedSystem()
    await machine.cli('install', 'greet', '--yes')
    expect(await printed(machine, 'outdated')).toBe('All apps are up to date.\n')
    await publish(entryOf('2.0.0'), entryOf('2.1.0'))
    const { json } = await machine.cli('outdated', '--json')
    expect(OutdatedResult.parse(json())).toMatchObject({
      apps: [
        {
          installed: '2.0.0',
          latest: '2.1.0',
          program: { installed: '1.2.3', wanted: '1.2.3', latest: '1.2.3' },
        },
      ],
    })
    const text = await printed(machine, 'outdated')
    expect(text).toMatch(/greet +1\.2\.3 +1\.2\.3 +1\.2\.3/)
    expect(text).toContain('greet: the entry 2.1.0 brings the same program')
    expect(await printed(machine, 'update', '--dry-run')).toContain('(apt; entry 2.0.0 -> 2.1.0)')
    expect(await printed(machine, 'update', '--yes')).toContain(
      'greet 1.2.3 (apt; entry 2.0.0 -> 2.1.0) with apt',
    )
    expect(await printed(machine, 'list')).toContain('1.2.3 (apt; entry 2.1.0)')
  })

  it('is restored from a lockfile that lacks the version of the package', async () => {
    const { machine } = await agedSystem()
    await machine.cli('install', 'greet', '--yes')
    const file = path.join(machine.workspace, 'cli-apps.lock')
    const lock = await readFile(file, 'utf8')
    expect(lock).toContain('"package_version"')
    await writeFile(file, lock.replace(/ *"package_version".*\n/, ''))
    expect(await machine.cli('ci', '--yes')).toMatchObject({ status: 0 })
    expect((await machine.cli('verify')).status).toBe(0)
  })

  it('has no warning where the major version is the same', async () => {
    const { machine } = await agedSystem('1.9.0')
    expect(await printed(machine, 'install', 'greet', '--dry-run')).not.toMatch(warning)
    expect(await printed(machine, 'install', 'greet', '--yes')).not.toMatch(warning)
  })
})

describe('an app whose version is known only after the install', () => {
  it('is planned as its entry alone, and warned of afterwards', async () => {
    const install = [{ method: 'bundled', detect: 'greet', instructions: 'Install it.' }]
    const registry = await folderRegistry([entryOf('2.0.0', { install })])
    const machine = await createMachine({ CLI_APPS_REGISTRY: registry })
    const bin = path.join(machine.workspace, '..', `bin of ${path.basename(machine.workspace)}`)
    await mkdir(bin)
    await writeFile(path.join(bin, 'greet'), greetScript)
    await chmod(path.join(bin, 'greet'), 0o755)
    machine.environment.PATH = `${bin}:${machine.environment.PATH}`
    const plan = await printed(machine, 'install', 'greet', '--dry-run')
    expect(plan).toContain('greet (entry 2.0.0)')
    expect(plan).not.toMatch(warning)
    const done = await printed(machine, 'install', 'greet', '--yes')
    expect(done).toContain('greet 1.2.3 (PATH; entry 2.0.0)')
    expect(done).toMatch(warning)
  })
})
