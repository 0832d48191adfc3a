import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createMachine, type Machine } from '../support/cli.ts'
import { exampleManifestJson } from '../support/example-manifest.ts'
import { type FakeApt, fakeApt } from '../support/fake-apt.ts'
import { folderRegistry, greetScript } from '../support/folder-registry.ts'

async function debianMachine(program = greetScript): Promise<{ machine: Machine; apt: FakeApt }> {
  const apt = await fakeApt(program)
  const manifest = exampleManifestJson({ install: [{ method: 'apt', package: 'greet' }] })
  const machine = await createMachine({ CLI_APPS_REGISTRY: await folderRegistry([manifest]) })
  machine.environment.PATH = `${apt.bin}:${machine.environment.PATH}`
  return { machine, apt }
}

describe('an apt app (recording stand-ins for Debian’s tools)', () => {
  it('that was not there is installed, run and removed again', async () => {
    const { machine, apt } = await debianMachine()
    expect((await machine.cli('install', 'greet', '--yes', '--json')).json()).toMatchObject({
      installed: [{ adopted: false }],
    })
    expect((await machine.cli('run', 'greet', 'hello', 'Ann')).stdout).toBe('Hello, Ann!\n')
    expect((await machine.cli('uninstall', 'greet', '--yes')).status).toBe(0)
    expect(await apt.calls()).toEqual([
      '-o DPkg::Lock::Timeout=300 install --yes --no-install-recommends -- greet',
      '-o DPkg::Lock::Timeout=300 remove --yes -- greet',
    ])
  })

  it('that another workspace uses stays until the last one lets it go', async () => {
    const { machine, apt } = await debianMachine()
    const second = path.join(machine.workspace, 'second')
    await mkdir(second)
    await writeFile(path.join(second, 'cli-apps.json'), '{}')
    await machine.cli('install', 'greet', '--yes')
    expect(
      (await machine.cli('install', 'greet', '--yes', '--json', '--workspace', second)).json(),
    ).toMatchObject({ installed: [{ adopted: false }] })
    const { stderr } = await machine.cli('uninstall', 'greet', '--yes')
    expect(stderr).toContain('another workspace uses it')
    expect(await apt.installed()).toEqual(['greet'])
    await machine.cli('uninstall', 'greet', '--yes', '--workspace', second)
    expect(await apt.installed()).toEqual([])
  })

  it('that does not prove to be the right program is taken back', async () => {
    const { machine, apt } = await debianMachine('#!/bin/sh\necho something else\n')
    expect((await machine.cli('install', 'greet', '--yes')).status).toBe(10)
    expect(await apt.installed()).toEqual([])
    expect((await machine.cli('list', '--json')).json()).toMatchObject({ apps: [] })
  })

  it.each([
    ['with-other', 'apt.others-would-go'],
    ['fails', 'apt.no-answer'],
  ] as const)('is not removed when the simulation %s', async (answer, code) => {
    const { machine, apt } = await debianMachine()
    await machine.cli('install', 'greet', '--yes')
    await apt.simulate(answer)
    const { status, json } = await machine.cli('uninstall', 'greet', '--yes', '--json')
    expect(status).toBe(10)
    expect(json()).toMatchObject({ error: { code } })
    expect(await apt.installed()).toEqual(['greet'])
    expect((await machine.cli('list', '--json')).json()).toMatchObject({ apps: [{ name: 'greet' }] })
  })

  it('that was removed behind our back is put back only after a yes', async () => {
    const { machine, apt } = await debianMachine()
    await machine.cli('install', 'greet', '--yes')
    await writeFile(path.join(path.dirname(apt.bin), 'installed'), '')
    expect((await machine.cli('install', 'greet')).status).toBe(2)
    expect(await apt.installed()).toEqual([])
    expect((await machine.cli('install', 'greet', '--yes')).status).toBe(0)
    expect(await apt.installed()).toEqual(['greet'])
  })
})
