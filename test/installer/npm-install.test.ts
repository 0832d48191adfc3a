import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { LockedArtifact } from '@cli-apps/core'
import { exists } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { createMachine, type Machine } from '../support/cli.ts'
import { exampleManifestJson } from '../support/example-manifest.ts'
import { folderRegistry } from '../support/folder-registry.ts'
import { type NpmRegistry, npmRegistry, type ServedPackage } from '../support/npm-registry.ts'

const program = `#!/usr/bin/env node
const { readFileSync, existsSync } = require('node:fs')
const built = existsSync(require.resolve('lib/package.json').replace('package.json', 'built'))
if (process.argv[2] === '--version') console.log('greet 1.2.3')
else console.log(require('lib') + (built ? ' built' : ''))
`
const lib = (version: string) => ({
  name: 'lib',
  version,
  files: {
    'index.js': `module.exports = 'lib ${version}'`,
    'build.js': `require('fs').writeFileSync('built', '')`,
  },
  json: { scripts: { postinstall: 'node build.js' } },
})
const old = { name: 'other', version: '0.9.0-beta.1', files: { 'index.js': '' } }
/** A tree with a range, an alias, a prerelease, and two versions of one package. */
const packages: ServedPackage[] = [
  lib('1.0.0'),
  old,
  { ...old, version: '2.0.0' },
  { name: 'middle', version: '1.0.0', json: { dependencies: { other: '0.9.0-beta.1' } } },
  {
    name: 'greet',
    version: '1.2.3',
    files: { 'cli.js': program },
    json: {
      bin: { greet: 'cli.js' },
      dependencies: { lib: '^1.0.0', middle: '*', other: '2.0.0', known: 'npm:other@2.0.0' },
      optionalDependencies: { elsewhere: '1.0.0' },
    },
  },
  { name: 'elsewhere', version: '1.0.0', json: { os: ['aix'] } },
]

interface Place {
  npm: NpmRegistry
  /** A machine with nothing in its store and npm's cache; the workspace may come along. */
  machine: (from?: Machine) => Promise<Machine>
}

async function place(method: Record<string, unknown> = {}, served = packages): Promise<Place> {
  const npm = await npmRegistry(served)
  const registry = await folderRegistry([
    exampleManifestJson({ install: [{ method: 'npm', package: 'greet', version: '1.2.3', ...method }] }),
  ])
  return {
    npm,
    machine: async (from) => {
      const machine = await createMachine({
        CLI_APPS_REGISTRY: registry,
        CLI_APPS_MIRRORS: `https://registry.npmjs.org/=${npm.url}/`,
        npm_config_fetch_retries: '0',
      })
      for (const file of from === undefined ? [] : ['cli-apps.json', 'cli-apps.lock'])
        await writeFile(
          path.join(machine.workspace, file),
          await readFile(path.join(from?.workspace ?? '', file)),
        )
      return machine
    },
  }
}

/** npm keeps its downloads here, so it exists once npm has run. */
const npmCache = ({ home }: Machine): string => path.join(home, 'cli-apps/cache/managers/npm')

const lockOf = (machine: Machine): Promise<string> =>
  readFile(path.join(machine.workspace, 'cli-apps.lock'), 'utf8')
const artifactsOf = async (machine: Machine): Promise<LockedArtifact[]> => {
  const [platform] = Object.values(JSON.parse(await lockOf(machine)).apps.greet.platforms)
  return (platform as { artifacts: LockedArtifact[] }).artifacts
}
describe('an npm app', () => {
  it('is locked with its whole tree, and restored exactly even if newer versions exist', async () => {
    const { npm, machine } = await place()
    const first = await machine()
    const { status, stderr } = await first.cli('install', 'greet', '--yes')
    expect(status, stderr).toBe(0)
    expect(stderr).toContain('lib has install scripts, which were not run')
    expect((await artifactsOf(first)).map(({ name, version }) => `${name} ${version}`)).toEqual([
      'greet 1.2.3',
      'known 2.0.0',
      'lib 1.0.0',
      'middle 1.0.0',
      'middle/node_modules/other 0.9.0-beta.1',
      'other 2.0.0',
    ])
    expect((await artifactsOf(first))[1]).toMatchObject({ package: 'other' })

    await npm.publish(lib('1.1.0'))
    const second = await machine(first)
    expect((await second.cli('install', 'greet', '--yes')).status).toBe(0)
    expect((await second.cli('run', 'greet')).stdout).toBe('lib 1.0.0\n')
    expect(await lockOf(second)).toBe(await lockOf(first))
    expect(await exists(npmCache(first))).toBe(true)
    expect(await exists(npmCache(second))).toBe(false)
  })

  it('is installed without npm if it requires no other package, and locked as npm locks it', async () => {
    const lone = {
      name: 'greet',
      version: '1.2.3',
      files: { 'cli.js': "#!/usr/bin/env node\nconsole.log('greet 1.2.3')" },
    }
    const json = { bin: { greet: './cli.js' } }
    const { npm, machine } = await place({}, [{ ...lone, json }])
    const [ours, ofNpm] = [await machine(), await machine()]
    // A token is what only npm knows how to use.
    ofNpm.environment['npm_config_//npm.example/:_authToken'] = 'secret'
    for (const one of [ours, ofNpm]) {
      const { status, stderr } = await one.cli('install', 'greet', '--yes')
      expect(status, stderr).toBe(0)
    }
    expect(await exists(npmCache(ours))).toBe(false)
    expect(await exists(npmCache(ofNpm))).toBe(true)
    expect(await lockOf(ours)).toBe(await lockOf(ofNpm))
    const filesOf = async ({ home }: Machine): Promise<string[]> => {
      const names = await readdir(path.join(home, 'cli-apps/store'), { recursive: true })
      return names.flatMap((name) => name.split('/prefix/')[1] ?? []).sort()
    }
    expect(await filesOf(ours)).toEqual(await filesOf(ofNpm))
    expect(await filesOf(ours)).toContain('node_modules/.bin/greet')

    const again = await machine()
    again.environment.CLI_APPS_HOME = ours.environment.CLI_APPS_HOME ?? ''
    npm.asked.length = 0
    const { stdout } = await again.cli('install', 'greet', '--yes', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ installed: [{ source: 'store' }] })
    expect(npm.asked).toEqual([])
  })

  it('shows in its plan what it downloads, and what npm does if that fails', async () => {
    const { npm, machine } = await place()
    const first = await machine()
    await first.cli('install', 'greet', '--yes')
    const { stdout } = await (await machine(first)).cli('install', 'greet', '--dry-run', '--verbose')
    expect(stdout).toContain(`fetch   ${npm.url}/lib/-/lib-1.0.0.tgz`)
    expect(stdout).toContain('that cli-apps.lock contains, if a download fails')
    expect(stdout).toContain('cli-apps downloads and unpacks it; where it cannot, npm runs in a sandbox')
  })

  it('is refused when the registry serves different bytes for a locked package', async () => {
    const { npm, machine } = await place()
    const first = await machine()
    await first.cli('install', 'greet', '--yes')
    await npm.publish(lib('1.1.0'))
    await npm.publish(
      { ...lib('1.0.0'), files: { 'index.js': 'module.exports = "evil"' } },
      { keepsDigest: true },
    )
    const second = await machine(first)
    const { status, json } = await second.cli('install', 'greet', '--yes', '--json')
    expect(status).toBe(8)
    expect(json()).toMatchObject({
      error: {
        code: 'download.checksum-mismatch',
        message: expect.stringContaining(`${npm.url}/lib/-/lib-1.0.0.tgz has sha512 `),
      },
    })
    expect((await second.cli('list', '--json')).json()).toMatchObject({ apps: [] })
  })

  it('is refused when npm gets different bytes, where the registry keeps archives elsewhere', async () => {
    const elsewhere = packages.map((one) => ({ ...one, archive: `/files/${one.name}-${one.version}.tgz` }))
    const { npm, machine } = await place({}, elsewhere)
    const first = await machine()
    await first.cli('install', 'greet', '--yes')
    const restored = await machine(first)
    const { status, stderr } = await restored.cli('install', 'greet', '--yes')
    expect(status, stderr).toBe(0)
    expect(await exists(npmCache(restored))).toBe(true)
    const changed = { ...elsewhere[0], files: { 'index.js': 'module.exports = "evil"' } } as ServedPackage
    await npm.publish(changed, { keepsDigest: true })
    const second = await machine(first)
    const refused = await second.cli('install', 'greet', '--yes', '--json')
    expect(refused.status).toBe(8)
    expect(refused.json()).toMatchObject({
      error: { code: 'install.package-unproven', message: expect.stringContaining('EINTEGRITY') },
    })
    expect((await second.cli('list', '--json')).json()).toMatchObject({ apps: [] })
  })

  it('gets its locked tree even if the store has another one of the same version', async () => {
    const { npm, machine } = await place()
    const first = await machine()
    await first.cli('install', 'greet', '--yes')
    await npm.publish(lib('1.1.0'))
    const second = await machine()
    await second.cli('install', 'greet', '--yes')
    expect((await second.cli('run', 'greet')).stdout).toBe('lib 1.1.0\n')
    const third = await machine(first)
    third.environment.CLI_APPS_HOME = second.environment.CLI_APPS_HOME ?? ''
    expect((await third.cli('install', 'greet', '--yes')).status).toBe(0)
    expect((await third.cli('run', 'greet')).stdout).toBe('lib 1.0.0\n')
    expect((await third.cli('install', 'greet', '--yes', '--json')).json()).toMatchObject({
      installed: [{ source: 'present' }],
    })
  })

  it('runs the required install scripts only when they are allowed by name', async () => {
    const { machine } = await place({ scripts: ['lib'] })
    const first = await machine()
    const refused = await first.cli('install', 'greet', '--yes', '--json')
    expect(refused.status).toBe(6)
    expect(refused.json()).toMatchObject({ error: { hint: 'To allow it, pass --allow-scripts lib.' } })
    const { status, stderr } = await first.cli('install', 'greet', '--yes', '--allow-scripts', 'lib')
    expect(status, stderr).toBe(0)
    expect(stderr).not.toContain('were not run')
    expect((await first.cli('run', 'greet')).stdout).toBe('lib 1.0.0 built\n')

    const second = await machine(first)
    await second.cli('install', 'greet', '--yes', '--allow-scripts', 'lib')
    expect((await second.cli('run', 'greet')).stdout).toBe('lib 1.0.0 built\n')
  })
})
