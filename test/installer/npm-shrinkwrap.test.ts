import { describe, expect, it } from 'vitest'
import { createMachine, type Machine } from '../support/cli.ts'
import { exampleManifestJson } from '../support/example-manifest.ts'
import { folderRegistry } from '../support/folder-registry.ts'
import { npmRegistry } from '../support/npm-registry.ts'

const program = `#!/usr/bin/env node
console.log(process.argv[2] === '--version' ? 'greet 1.2.3' : require('lib'))
`
/** A machine whose `greet` brings a list that has npm take `lib` in this version from the archive of this package. */
async function machineWith({ archiveOf, version }: { archiveOf: string; version: string }): Promise<Machine> {
  const npm = await npmRegistry([
    { name: 'lib', version: '1.0.0', files: { 'index.js': "module.exports = 'lib'" } },
    { name: 'other', version: '1.0.0', files: { 'index.js': "module.exports = 'other'" } },
  ])
  const { versions } = (await (await fetch(`${npm.url}/${archiveOf}`)).json()) as {
    versions: Record<string, { dist: { tarball: string; integrity: string } }>
  }
  const { tarball: resolved, integrity } = versions['1.0.0']?.dist ?? {}
  const json = { dependencies: { lib: version }, bin: { greet: 'cli.js' } }
  const packages = { '': json, 'node_modules/lib': { version, resolved, integrity } }
  await npm.publish({
    name: 'greet',
    version: '1.2.3',
    json: { ...json, _hasShrinkwrap: true },
    files: {
      'cli.js': program,
      'npm-shrinkwrap.json': JSON.stringify({ lockfileVersion: 3, requires: true, packages }),
    },
  })
  return createMachine({
    CLI_APPS_REGISTRY: await folderRegistry([
      exampleManifestJson({ install: [{ method: 'npm', package: 'greet', version: '1.2.3' }] }),
    ]),
    CLI_APPS_MIRRORS: `https://registry.npmjs.org/=${npm.url}/`,
  })
}

const install = (machine: Machine) => machine.cli('install', 'greet', '--yes', '--json')

describe('an npm-shrinkwrap.json in a package', () => {
  it('is followed if it names releases of the registry', async () => {
    const machine = await machineWith({ archiveOf: 'lib', version: '1.0.0' })
    const { status, stdout } = await install(machine)
    expect(status, stdout).toBe(0)
    expect((await machine.cli('run', 'greet')).stdout).toBe('lib\n')
  })

  it.each([
    ['the archive of another package', { archiveOf: 'other', version: '1.0.0' }],
    ['an archive under a version that is not published', { archiveOf: 'lib', version: '9.9.9' }],
  ])('must not name %s', async (_what, place) => {
    const machine = await machineWith(place)
    const { status, stdout, json } = await install(machine)
    expect(status, stdout).toBe(8)
    expect(json()).toMatchObject({ error: { code: 'npm.other-release' } })
    expect((await machine.cli('list', '--json')).json()).toMatchObject({ apps: [] })
  })
})
