import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { boundPipDependencies } from '../../../services/installer/src/policy/bound-pip.ts'
import { pip } from '../../../services/installer/src/strategies/python/pip.ts'
import { createMachine, type Machine } from '../../support/cli.ts'
import { exampleManifestJson } from '../../support/example-manifest.ts'
import { folderRegistry } from '../../support/folder-registry.ts'
import { pythonIndex, type ServedWheel } from '../../support/python-index.ts'
import { canMakeEnvironments } from '../../support/python-wheel.ts'
import { exampleRequest, exampleSettings } from '../../support/strategy-host.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()
const program = `import sys, lib
def main():
    print('greet 1.2.3 with lib ' + lib.version)
`
const greet: ServedWheel = {
  name: 'greet',
  version: '1.2.3',
  files: {
    'greet.py': program,
    'greet-1.2.3.dist-info/entry_points.txt': '[console_scripts]\ngreet = greet:main\n',
  },
  requires: ['lib>=1'],
  uploaded: hoursAgo(1000),
}
const lib = (version: string, hours: number | undefined, requires: readonly string[] = []): ServedWheel => ({
  name: 'lib',
  version,
  files: { 'lib.py': `version = '${version}'\n` },
  requires,
  ...(hours !== undefined && { uploaded: hoursAgo(hours) }),
})

async function machineWith(...wheels: readonly ServedWheel[]): Promise<Machine> {
  const index = await pythonIndex([greet, ...wheels])
  const manifest = exampleManifestJson({
    run: { version: { args: ['--version'], expect: 'greet 1.2.3' } },
    install: [{ method: 'pip', package: 'greet', version: '1.2.3' }],
  })
  return createMachine({
    CLI_APPS_REGISTRY: await folderRegistry([manifest]),
    CLI_APPS_MIRRORS: `https://pypi.org/simple=${index.url}`,
  })
}

const codeOf = async (machine: Machine) => {
  const result = await machine.cli('install', 'greet', '--yes', '--json')
  return { status: result.status, error: result.json<{ error: { code: string; message: string } }>().error }
}

describe.skipIf(!canMakeEnvironments)("the age of a pip app's dependencies", { timeout: 300_000 }, () => {
  it('excludes new releases, even those that only older ones need', async () => {
    const util = (version: string, hours: number): ServedWheel => ({
      name: 'util',
      version,
      files: { 'util.py': '' },
      uploaded: hoursAgo(hours),
    })
    const machine = await machineWith(
      lib('1.0', 1000, ['util']),
      lib('1.1', 3),
      lib('1.2', 2),
      util('1.0', 1000),
      util('2.0', 1),
    )
    const installed = await machine.cli('install', 'greet', '--yes', '--json')
    expect(installed.status, installed.stdout).toBe(0)
    expect((await machine.cli('run', 'greet')).stdout).toBe('greet 1.2.3 with lib 1.0\n')
    const lock = await readFile(path.join(machine.workspace, 'cli-apps.lock'), 'utf8')
    expect(lock).toMatch(/"name": ?"util",\s*"version": ?"1.0"/)
  })

  it('fails if no older release fits, and reports what is too new and when it can be installed', async () => {
    const machine = await machineWith(lib('1.1', 3))
    expect(await codeOf(machine)).toMatchObject({
      status: 6,
      error: {
        code: 'policy.release-too-new',
        message: expect.stringMatching(/lib 1\.1 \(allowed from 20..-/),
      },
    })
    await machine.cli('config', 'set', 'policy.release_age_exceptions', 'greet', '--yes')
    expect((await machine.cli('install', 'greet', '--yes')).status).toBe(0)
  })

  it('is reported as unknown if the index does not contain it, and refused by a strict policy', async () => {
    const machine = await machineWith(lib('1.1', undefined))
    await machine.cli('config', 'set', 'policy.strict', 'true', '--yes')
    expect(await codeOf(machine)).toMatchObject({ status: 6, error: { code: 'policy.release-age-unknown' } })
    await machine.cli('config', 'unset', 'policy.strict', '--yes')
    const installed = await machine.cli('install', 'greet', '--yes')
    expect([installed.status, installed.stderr]).toEqual([
      0,
      expect.stringContaining('release age unknown: no source reports when lib 1.1 was published'),
    ])
  })
})

it('is unknown for a URL, even with the name of a file of the index', async () => {
  const index = await pythonIndex([lib('1.0', 1000)])
  const folder = await temporaryFolder()
  const report = path.join(folder, 'resolved.json')
  const install = [
    {
      is_direct: true,
      metadata: { name: 'lib', version: '1.0' },
      download_info: { url: 'https://elsewhere.test/lib-1.0-py3-none-any.whl' },
    },
  ]
  await writeFile(report, JSON.stringify({ install }))
  const run = { step: 'run', title: '', argv: [], cwd: folder } as const
  const bound = {
    step: 'bound',
    report,
    root: 'greet',
    before: new Date(),
    minimumAge: 24,
    isStrict: true,
    indexes: [index.url],
    again: run,
    constraints: path.join(folder, 'constraints.txt'),
    native: undefined,
  } as const
  const { signal } = new AbortController()
  await expect(
    boundPipDependencies(bound, { run: async () => {}, notice: () => {}, signal }),
  ).rejects.toMatchObject({ code: 'policy.release-age-unknown' })
})

it.each([true, false])("is limited by pip's own option if pip supports it: %s", (knowsUploadTime) => {
  const facts = { tool: 'python', python: '3.14', knowsUploadTime, settings: exampleSettings() } as const
  const dependencyAge = { before: new Date('2026-01-02T00:00:00Z'), minimumAge: 24, isStrict: false }
  const method = { method: 'pip', package: 'greet', version: '1.2.3' } as const
  const { steps } = pip.plan(method, exampleRequest(facts, { dependencyAge }))
  const bound = steps.find(({ step }) => step === 'bound')
  expect(bound).toMatchObject({
    native: knowsUploadTime
      ? { argv: expect.arrayContaining(['--uploaded-prior-to', '2026-01-02T00:00:00.000Z']) }
      : undefined,
  })
})
