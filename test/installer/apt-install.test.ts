import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { apt } from '../../services/installer/src/strategies/apt/apt.ts'
import { createMachine, type Machine } from '../support/cli.ts'
import { exampleManifestJson } from '../support/example-manifest.ts'
import { type FakeApt, fakeApt } from '../support/fake-apt.ts'
import { folderRegistry, greetScript } from '../support/folder-registry.ts'
import { exampleDetection, exampleHost } from '../support/strategy-host.ts'

async function debianMachine(
  program = greetScript,
  others: Record<string, unknown>[] = [],
): Promise<{ machine: Machine; apt: FakeApt }> {
  const apt = await fakeApt(program)
  const manifest = exampleManifestJson({ install: [{ method: 'apt', package: 'greet' }] })
  const machine = await createMachine({ CLI_APPS_REGISTRY: await folderRegistry([manifest, ...others]) })
  machine.environment.PATH = `${apt.bin}:${machine.environment.PATH}`
  return { machine, apt }
}

describe("an apt app (with recording stand-ins for Debian's tools)", () => {
  it('that was not present is installed, run and removed again', async () => {
    const { machine, apt } = await debianMachine()
    expect((await machine.cli('install', 'greet', '--yes', '--json')).json()).toMatchObject({
      installed: [{ adopted: false }],
    })
    expect((await machine.cli('run', 'greet', 'hello', 'Ann')).stdout).toBe('Hello, Ann!\n')
    expect((await machine.cli('uninstall', 'greet', '--yes')).status).toBe(0)
    expect(await apt.calls()).toEqual([
      '-o DPkg::Lock::Timeout=300 install --yes --no-install-recommends --no-remove -- greet',
      '-o DPkg::Lock::Timeout=300 remove --yes -- greet',
    ])
  })

  it('that another workspace uses stays until the last one removes it', async () => {
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

  it('is rolled back if it is not the right program', async () => {
    const { machine, apt } = await debianMachine('#!/bin/sh\necho something else\n')
    expect((await machine.cli('install', 'greet', '--yes')).status).toBe(10)
    expect(await apt.installed()).toEqual([])
    expect((await machine.cli('list', '--json')).json()).toMatchObject({ apps: [] })
  })

  it.each([
    ['with-other', 'apt.others-would-go'],
    // It existed before, in another version.
    ['with-replaced', 'apt.others-would-go'],
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

  it('is removed with the dependencies it brought that cannot stay without it', async () => {
    const { machine, apt } = await debianMachine()
    await machine.cli('install', 'greet', '--yes')
    await apt.simulate('with-companion')
    const planned = await machine.cli('uninstall', 'greet', '--dry-run')
    expect(planned.stdout + planned.stderr).toContain('libgreet1')
    expect((await machine.cli('uninstall', 'greet', '--yes')).status).toBe(0)
    expect((await apt.calls()).at(-1)).toBe('-o DPkg::Lock::Timeout=300 remove --yes -- greet libgreet1')
  })

  it.each([
    ['was asked for since', 'want'],
    ['another app uses', 'adopt'],
    ['came with another install', 'forget'],
  ] as const)('stays when with it would go what %s', async (_why, change) => {
    const { machine, apt } = await debianMachine(greetScript, [
      exampleManifestJson({
        name: 'other',
        install: [{ method: 'apt', package: 'libgreet1', bin: 'libgreet1' }],
      }),
    ])
    await machine.cli('install', 'greet', '--yes')
    if (change === 'want') await apt.want('libgreet1')
    if (change === 'adopt') {
      const state = path.dirname(apt.bin)
      await writeFile(path.join(state, 'installed'), 'greet\nlibgreet1\n')
      await copyFile(path.join(state, 'greet'), path.join(state, 'usr/bin/libgreet1'))
      expect((await machine.cli('install', 'other', '--yes', '--json')).json()).toMatchObject({
        installed: [{ adopted: true }],
      })
    }
    if (change === 'forget') {
      const folder = path.join(machine.environment.CLI_APPS_HOME ?? '', 'system')
      for (const file of await readdir(folder)) {
        const { companions: _gone, ...owners } = JSON.parse(await readFile(path.join(folder, file), 'utf8'))
        await writeFile(path.join(folder, file), JSON.stringify(owners))
      }
    }
    await apt.simulate('with-companion')
    const { json } = await machine.cli('uninstall', 'greet', '--yes', '--json')
    expect(json()).toMatchObject({ error: { code: 'apt.others-would-go' } })
    expect(await apt.installed()).toContain('greet')
  })

  it('is installed again only after confirmation if something else removed it', async () => {
    const { machine, apt } = await debianMachine()
    await machine.cli('install', 'greet', '--yes')
    await writeFile(path.join(path.dirname(apt.bin), 'installed'), '')
    expect((await machine.cli('install', 'greet')).status).toBe(2)
    expect(await apt.installed()).toEqual([])
    expect((await machine.cli('install', 'greet', '--yes')).status).toBe(0)
    expect(await apt.installed()).toEqual(['greet'])
  })

  it('is planned with its dependencies and the download size', async () => {
    const { machine } = await debianMachine()
    const { json } = await machine.cli('install', 'greet', '--dry-run', '--json')
    expect(json()).toMatchObject({
      changes: [
        {
          remarks: [
            expect.stringMatching(/^runs as root: .*apt-get.* install .* -- greet$/),
            'greet also installs libc6, libgreet1, which stay when it is removed unless they need it',
            'apt runs outside the sandbox: it is a system package manager',
          ],
          facts: { size: 1_240_000 },
        },
      ],
    })
  })

  it('is not installed if sudo would ask for a password', async () => {
    const { machine, apt } = await debianMachine()
    machine.environment.NODE_OPTIONS = '--import=data:text/javascript,process.getuid=()=>501'
    await apt.demandPassword()
    const { status, json } = await machine.cli('install', 'greet', '--yes', '--json')
    expect(status).toBe(6)
    expect(json()).toMatchObject({
      error: { code: 'install.sudo-refused', hint: expect.stringContaining('sudo -v') },
    })
    expect(await apt.installed()).toEqual([])
  })

  it('is updated separately, and only if the package lists offer another version', async () => {
    const { apt: debian } = await debianMachine()
    const environment = { PATH: `${debian.bin}:/usr/bin:/bin` }
    const host = exampleHost({ environment, paths: { 'apt-get': path.join(debian.bin, 'apt-get') } })
    const method = { method: 'apt', package: 'greet' } as const
    await writeFile(path.join(path.dirname(debian.bin), 'installed'), 'greet\n')
    expect(await apt.version?.(method, host)).toBe('1.0-1')
    expect(await apt.update?.(method, host)).toEqual([])
    await debian.offer('1.1-1')
    const steps = (await apt.update?.(method, host)) ?? []
    expect(steps).toMatchObject([
      {
        title: 'update greet from 1.0-1 to 1.1-1 with apt',
        argv: expect.arrayContaining(['install', '--only-upgrade', '--no-remove', 'greet']),
      },
    ])
  })
})

describe('an apt package name', () => {
  const hostOf = (debian: FakeApt) =>
    exampleHost({
      environment: { PATH: `${debian.bin}:/usr/bin:/bin` },
      paths: { 'apt-get': path.join(debian.bin, 'apt-get') },
    })
  const others = 'bash:\n  Installed: (none)\n  Candidate: 5.2\ndash:\n  Candidate: 0.5\n'

  it.each(['bash.+', 'bash+', 'bash-', 'g++', 'zz.top', 'b.sh', 'libfoo+-'])(
    'that apt does not know and would take for a pattern is refused: %s',
    async (name) => {
      const debian = await fakeApt(greetScript)
      await debian.match(others)
      await expect(
        apt.detect({ method: 'apt', package: name }, hostOf(debian), exampleDetection()),
      ).rejects.toMatchObject({
        code: 'apt.unknown-package',
      })
      expect(await debian.calls()).toEqual([])
    },
  )

  it.each(['g++', 'libstdc++6', 'docker.io', 'python3.11'])(
    'with such characters is taken where apt knows the package: %s',
    async (name) => {
      const debian = await fakeApt(greetScript)
      await debian.match(`${others}${name}:\n  Installed: (none)\n  Candidate: 1.0\n`)
      await debian.select(`Inst ${name} (1.0 Debian:13 [amd64])\n`)
      expect(
        await apt.detect({ method: 'apt', package: name }, hostOf(debian), exampleDetection()),
      ).toMatchObject({
        candidate: '1.0',
        others: [],
      })
    },
  )

  it('for which the simulation installs another package is refused', async () => {
    const { machine, apt: debian } = await debianMachine()
    await debian.select('Inst mawk (1.3 Debian:13 [amd64])\n')
    const { status, json } = await machine.cli('install', 'greet', '--yes', '--json')
    expect([status, json()]).toMatchObject([8, { error: { code: 'apt.other-package' } }])
    expect(await debian.calls()).toEqual([])
  })

  it('that is known only after reading the lists is verified before it is installed', async () => {
    const { machine, apt: debian } = await debianMachine()
    await debian.match('greet:\n  Installed: (none)\n  Candidate: (none)\n')
    await debian.select('Inst mawk (1.3 Debian:13 [amd64])\n')
    const { status, json } = await machine.cli('install', 'greet', '--yes', '--json')
    expect([status, json()]).toMatchObject([8, { error: { code: 'install.step-unproven' } }])
    expect(await debian.installed()).toEqual([])
  })
})

describe('update and outdated of an apt app', () => {
  it('show what the system offers, update the program to it, and lock that', async () => {
    const { machine, apt: debian } = await debianMachine()
    await machine.cli('install', 'greet', '--yes')
    await debian.offer('1.1-1')
    expect((await machine.cli('outdated', '--json')).json()).toMatchObject({
      apps: [{ name: 'greet', outdated: true, system: { version: '1.0-1', has_update: true } }],
    })
    const planned = await machine.cli('update', '--dry-run')
    expect(planned.stdout + planned.stderr).toContain('--only-upgrade')
    const { status, stderr, json } = await machine.cli('update', '--yes', '--json')
    expect(status, stderr).toBe(0)
    expect(json()).toMatchObject({
      updated: [{ name: 'greet', method: 'apt', program_from: '1.2.3', program: '1.2.4' }],
    })
    const lock = JSON.parse(await readFile(path.join(machine.workspace, 'cli-apps.lock'), 'utf8'))
    expect(Object.values(lock.apps.greet.platforms)).toMatchObject([
      { method: 'apt', program_version: '1.2.4', artifacts: [{ name: 'greet', version: '1.1-1' }] },
    ])
    expect((await machine.cli('run', 'greet', '--version')).stdout).toContain('1.2.4')
    expect((await machine.cli('verify')).status).toBe(0)
    expect((await machine.cli('ci')).status).toBe(0)
    expect((await machine.cli('update', '--yes', '--json')).json()).toMatchObject({ updated: [] })
  })
})

describe('ci of an apt app', () => {
  it("requires the lockfile's program version, and rolls back any other", async () => {
    const { machine, apt } = await debianMachine()
    await machine.cli('install', 'greet', '--yes')
    expect((await machine.cli('ci')).status).toBe(0)
    const lock = path.join(machine.workspace, 'cli-apps.lock')
    await writeFile(
      lock,
      (await readFile(lock, 'utf8')).replace('"program_version": "1.2.3"', '"program_version": "1.2.2"'),
    )
    const present = await machine.cli('ci', '--yes', '--json')
    expect([present.status, present.json()]).toMatchObject([
      8,
      { error: { code: 'lockfile.program-differs', message: expect.stringMatching(/1\.2\.2.*1\.2\.3/) } },
    ])
    expect(await apt.installed()).toEqual(['greet'])
    await writeFile(path.join(path.dirname(apt.bin), 'installed'), '')
    expect((await machine.cli('ci', '--yes')).status).toBe(8)
    expect(await apt.installed()).toEqual([])
  })
})
