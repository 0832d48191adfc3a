import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { requireLocked } from '../../../services/installer/src/install/program/require-locked.ts'
import { createMachine, type Machine } from '../../support/cli.ts'
import { exampleManifestJson } from '../../support/example-manifest.ts'
import { folderRegistry } from '../../support/folder-registry.ts'
import { npmRegistry } from '../../support/npm-registry.ts'

const program = (version: string): string => `#!/usr/bin/env node\nconsole.log('greet ${version}')\n`
/** The key of the npm registry that signs now; nobody here can sign with it. */
const npmKey = 'SHA256:DhQ8wR5APBvFHLF/+Tc+AYvPOdTpcIDqOhxsBHRwC7U'

/** A machine whose registry has `greet` 1.2.3 and 1.3.0, the second of which the package registry describes so. */
async function machineWith(dist: Record<string, unknown>): Promise<Machine> {
  const release = (version: string, more = {}): Parameters<typeof npmRegistry>[0][number] => ({
    name: 'greet',
    version,
    files: { 'cli.js': program(version) },
    json: { bin: { greet: 'cli.js' } },
    dist: more,
  })
  const npm = await npmRegistry([release('1.2.3'), release('1.3.0', dist)])
  const manifest = (version: string): object =>
    exampleManifestJson({
      version,
      run: { version: { args: ['--version'], expect: 'greet' } },
      install: [{ method: 'npm', package: 'greet', version }],
    })
  return createMachine({
    CLI_APPS_REGISTRY: await folderRegistry([manifest('1.2.3'), manifest('1.3.0')] as never),
    CLI_APPS_MIRRORS: `https://registry.npmjs.org/=${npm.url}/ https://tuf-repo-cdn.sigstore.dev/=${npm.url}/tuf/`,
  })
}

/** Writes into the lockfile that the installed release was signed. */
async function lockSignature(machine: Machine): Promise<void> {
  const file = path.join(machine.workspace, 'cli-apps.lock')
  const lock = JSON.parse(await readFile(file, 'utf8'))
  for (const install of Object.values<Record<string, unknown>>(lock.apps.greet.platforms))
    install.proof = { signature: npmKey }
  await writeFile(file, JSON.stringify(lock))
}

const codeOf = ({ json }: { json: () => unknown }): unknown =>
  (json() as { error?: { code: string } }).error?.code

describe('an install with npm', () => {
  it('refuses a release with an invalid registry signature, and keeps nothing', async () => {
    const machine = await machineWith({ signatures: [{ keyid: npmKey, sig: 'MEUCIQ==' }] })
    const result = await machine.cli('install', 'greet', '--yes', '--json')
    expect([result.status, codeOf(result)]).toEqual([8, 'npm.bad-signature'])
    expect((await machine.cli('list', '--json')).json<{ apps: unknown[] }>().apps).toEqual([])
  })

  it('reports that a signature by an unknown key was not checked, and continues', async () => {
    const machine = await machineWith({ signatures: [{ keyid: 'SHA256:elsewhere', sig: 'MEUCIQ==' }] })
    const { status, stderr } = await machine.cli('install', 'greet', '--yes')
    expect([status, stderr]).toEqual([
      0,
      expect.stringContaining('registry signature of greet was not checked'),
    ])
  })

  it('refuses an update to a release that lost the signature of the locked one', async () => {
    const machine = await machineWith({})
    await machine.cli('install', 'greet@^1.2.3', '--yes')
    await machine.cli('uninstall', 'greet', '--yes')
    expect((await machine.cli('install', 'greet@1.2.3', '--yes')).status).toBe(0)
    await lockSignature(machine)
    const refused = await machine.cli('install', 'greet@1.3.0', '--yes', '--json')
    expect([refused.status, codeOf(refused)]).toEqual([8, 'npm.proof-lost'])
    expect((await machine.cli('run', 'greet')).stdout).toBe('greet 1.2.3\n')
  })
})

it('refuses a dependency with an invalid registry signature before its scripts run, and requests packuments once', async () => {
  const npm = await npmRegistry([
    {
      name: 'greet',
      version: '1.2.3',
      files: { 'cli.js': program('1.2.3') },
      json: { bin: { greet: 'cli.js' }, dependencies: { lib: '1.0.0' } },
    },
    {
      name: 'lib',
      version: '1.0.0',
      json: { scripts: { postinstall: 'touch ran' } },
      dist: { signatures: [{ keyid: npmKey, sig: 'MEUCIQ==' }] },
    },
  ])
  const manifest = exampleManifestJson({ install: [{ method: 'npm', package: 'greet', version: '1.2.3' }] })
  const machine = await createMachine({
    CLI_APPS_REGISTRY: await folderRegistry([manifest]),
    CLI_APPS_MIRRORS: `https://registry.npmjs.org/=${npm.url}/ https://tuf-repo-cdn.sigstore.dev/=${npm.url}/tuf/`,
  })
  await machine.cli('install', 'greet', '--dry-run')
  expect(npm.asked).toEqual(['/greet'])
  const result = await machine.cli('install', 'greet', '--yes', '--json', '--allow-scripts', 'lib')
  expect([result.status, codeOf(result)]).toEqual([8, 'npm.bad-signature'])
  expect(result.stdout).toContain('lib 1.0.0')
  // npm itself asks for each once, and so does each plan or check of ours.
  expect(npm.asked.filter((one) => one === '/lib')).toHaveLength(2)
})

it('refuses an archive with another digest than the signed one', () => {
  const plan = {
    name: 'greet',
    version: '1.2.3',
    method: { method: 'npm' },
    entry: {},
    tree: undefined,
    checked: {
      proof: { signature: npmKey },
      release: { name: 'greet', version: '1.2.3', integrity: 'sha512-signed=' },
      unchecked: {},
    },
  }
  const install = (integrity: string): void =>
    requireLocked(plan as never, {
      artifacts: [{ name: 'greet', version: '1.2.3', integrity }],
      program_version: null,
    })
  install('sha512-signed=')
  expect(() => install('sha512-other=')).toThrow(expect.objectContaining({ code: 'npm.other-release' }))
})
