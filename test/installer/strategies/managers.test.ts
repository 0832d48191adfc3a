import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createMachine, type Machine } from '../../support/cli.ts'
import { exampleManifestJson } from '../../support/example-manifest.ts'
import { type FakeManager, fakeManager } from '../../support/fake-manager.ts'
import { folderRegistry } from '../../support/folder-registry.ts'

/** Homebrew refuses to run as root, and CI may be root: the program is told that it is somebody. */
const asSomebody = { NODE_OPTIONS: '--import=data:text/javascript,process.getuid=()=>501' }
const secrets = {
  npm_config__authToken: 'secret-1',
  'npm_config_//registry.npmjs.org/:_authToken': 'secret-2',
  PIP_INDEX_URL: 'https://user:secret-3@pypi.test/simple',
  CARGO_REGISTRIES_MINE_TOKEN: 'secret-4',
  GITHUB_TOKEN: 'secret-5',
  HOMEBREW_GITHUB_API_TOKEN: 'secret-6',
}

type Kind = Parameters<typeof fakeManager>[0]

async function machineWith(
  kind: Kind,
  method: Record<string, unknown>,
): Promise<{ machine: Machine; manager: FakeManager }> {
  const manager = await fakeManager(kind)
  const registry = await folderRegistry([exampleManifestJson({ install: [method] })])
  const machine = await createMachine({ ...secrets, ...asSomebody, CLI_APPS_REGISTRY: registry })
  machine.environment.PATH = `${manager.bin}:${machine.environment.PATH}`
  return { machine, manager }
}

const lockOf = async (machine: Machine): Promise<{ artifacts: unknown[] }> => {
  const lock = JSON.parse(await readFile(path.join(machine.workspace, 'cli-apps.lock'), 'utf8'))
  const [platform] = Object.values(lock.apps.greet.platforms)
  return platform as { artifacts: unknown[] }
}

const commit = '0123456789abcdef0123456789abcdef01234567'
const cases: [
  Kind,
  Record<string, unknown>,
  string[],
  { install: string; remove?: string; artifact: object },
][] = [
  [
    'brew',
    { method: 'brew', formula: 'greet' },
    [],
    {
      install: 'install --formula -- greet',
      remove: 'uninstall --formula -- greet',
      artifact: { name: 'greet', version: '1.2.3', integrity: null },
    },
  ],
  [
    'brew',
    { method: 'brew', cask: 'greet' },
    [],
    {
      install: 'install --cask -- greet',
      remove: 'uninstall --cask -- greet',
      artifact: { name: 'greet', version: '1.2.3', integrity: null },
    },
  ],
  [
    'winget',
    { method: 'winget', id: 'Greet.Greet' },
    [],
    {
      install:
        'install --id Greet.Greet --exact --source winget --accept-source-agreements --disable-interactivity --silent --accept-package-agreements',
      remove:
        'uninstall --id Greet.Greet --exact --source winget --accept-source-agreements --disable-interactivity --silent',
      artifact: { name: 'Greet.Greet', version: '1.2.3', integrity: null },
    },
  ],
  [
    'scoop',
    { method: 'scoop', id: 'main/greet' },
    [],
    {
      install: 'install --no-update-scoop main/greet',
      remove: 'uninstall greet',
      artifact: { name: 'main/greet', version: '1.2.3', integrity: null },
    },
  ],
  [
    'cargo',
    { method: 'cargo', crate: 'greet', version: '1.2.3' },
    ['--allow-builds', 'greet'],
    {
      install: 'install --locked --root PREFIX --version =1.2.3 -- greet',
      artifact: { name: 'greet', version: '1.2.3', integrity: null },
    },
  ],
  [
    'cargo',
    { method: 'cargo', git: 'https://git.test/greet.git', commit },
    ['--allow-builds', 'greet'],
    {
      install: `install --locked --root PREFIX --git https://git.test/greet.git --rev ${commit}`,
      artifact: { name: 'greet', version: commit, url: `git+https://git.test/greet.git#${commit}` },
    },
  ],
]

describe.each(cases)('%s (a recording stand-in), %j', (kind, method, allow, expected) => {
  it('installs, locks, runs and removes, and passes the manager no secrets of other managers', async () => {
    const { machine, manager } = await machineWith(kind, method)
    const { status, stdout } = await machine.cli('install', 'greet', '--yes', '--json', ...allow)
    expect(status, stdout).toBe(0)
    const [call = ''] = await manager.calls()
    expect(call.replace(/--root .*\/prefix/, '--root PREFIX')).toBe(expected.install)
    expect((await lockOf(machine)).artifacts).toMatchObject([expected.artifact])
    expect((await machine.cli('run', 'greet', 'hello', 'Ann')).stdout).toBe('Hello, Ann!\n')

    const seen = Object.values(await manager.environment()).join('\n')
    const own = { brew: 'secret-6', cargo: 'secret-4' }[kind as string]
    for (const secret of Object.values(secrets)) {
      const [word = ''] = /secret-\d/.exec(secret) ?? []
      expect(seen.includes(word), `${kind} sees ${word}`).toBe(word === own)
    }

    expect((await machine.cli('uninstall', 'greet', '--yes')).status).toBe(0)
    expect((await manager.calls()).slice(1)).toEqual(expected.remove === undefined ? [] : [expected.remove])
  })
})

describe('a program that brew has installed already (a recording stand-in)', () => {
  it('is adopted, and stays when the app is uninstalled', async () => {
    const { machine, manager } = await machineWith('brew', { method: 'brew', formula: 'greet' })
    await machine.cli('install', 'greet', '--yes')
    // As if somebody had installed it by hand: nobody of us claims it.
    await rm(path.join(machine.home, 'cli-apps/system'), { recursive: true })
    const second = await createMachine({ ...machine.environment, CLI_APPS_HOME: `${machine.home}/other` })
    expect((await second.cli('install', 'greet', '--yes', '--json')).json()).toMatchObject({
      installed: [{ adopted: true }],
    })
    await second.cli('uninstall', 'greet', '--yes')
    expect(await manager.calls()).toEqual(['install --formula -- greet'])
  })

  it('is not removed while another formula requires it', async () => {
    const { machine, manager } = await machineWith('brew', { method: 'brew', formula: 'greet' })
    await machine.cli('install', 'greet', '--yes')
    await manager.answer('users', 'choir\n')
    const { status, json } = await machine.cli('uninstall', 'greet', '--yes', '--json')
    expect(status).toBe(10)
    expect(json()).toMatchObject({ error: { code: 'brew.others-need-it' } })
  })
})

describe('steps that run third-party code', () => {
  it.each([
    ['cargo', { method: 'cargo', crate: 'greet', version: '1.2.3' }, '--allow-builds greet'],
    ['brew', { method: 'brew', formula: 'ann/tap/greet' }, '--allow-builds ann/tap/greet'],
    ['scoop', { method: 'scoop', id: 'extras/greet' }, '--allow-builds extras/greet'],
    ['uv', { method: 'pip', git: 'https://git.test/greet', commit }, '--allow-builds greet'],
  ] as const)('require more than --yes from %s', async (kind, method, option) => {
    const { machine, manager } = await machineWith(kind, method)
    const { status, json } = await machine.cli('install', 'greet', '--yes', '--json')
    expect(status).toBe(6)
    expect(json()).toMatchObject({
      error: { code: 'consent.not-allowed', hint: `To allow it, pass ${option}.` },
    })
    expect(await manager.calls()).toEqual([])
  })
})

describe('go (a recording stand-in)', () => {
  const method = { method: 'go', module: 'example.org/greet', version: '1.2.3' }

  it('builds one version, and locks every module by the sum that go verified', async () => {
    const { machine, manager } = await machineWith('go', method)
    await manager.answer('sum', 'h1:lib=')
    const { status, stderr } = await machine.cli('install', 'greet', '--yes')
    expect(status, stderr).toBe(0)
    expect(await manager.calls()).toEqual(['install -- example.org/greet@v1.2.3'])
    expect(await manager.environment()).toMatchObject({
      GOFLAGS: '-mod=readonly -trimpath',
      GOENV: 'off',
      GOVCS: '*:off',
      GOTOOLCHAIN: 'local',
      GOPROXY: 'https://proxy.golang.org',
      GOBIN: expect.stringMatching(/prefix\/bin$/),
    })
    expect((await lockOf(machine)).artifacts).toEqual([
      { name: 'example.org/greet', version: 'v1.2.3', integrity: 'h1:main=' },
      { name: 'example.org/lib', version: 'v0.1.0', integrity: 'h1:lib=' },
    ])
  })

  it('refuses a build from modules other than the locked ones, and removes it', async () => {
    const { machine, manager } = await machineWith('go', method)
    await manager.answer('sum', 'h1:lib=')
    await machine.cli('install', 'greet', '--yes')
    await rm(path.join(machine.home, 'cli-apps/store'), { recursive: true })
    await manager.answer('sum', 'h1:changed=')
    const { status, json } = await machine.cli('install', 'greet', '--yes', '--json')
    expect(status).toBe(8)
    expect(json()).toMatchObject({ error: { code: 'lockfile.tree-differs' } })
  })
})

describe('uv (a recording stand-in)', () => {
  const digest = (digit: string): string => `sha256:${digit.repeat(64)}`
  const method = { method: 'pip', package: 'Greet_App', version: '1.2.3' }

  it('resolves with digests, installs exactly those packages, and restores exactly those', async () => {
    const { machine, manager } = await machineWith('uv', method)
    const compiled = `Greet_App==1.2.3 \\\n    --hash=${digest('b')} \\\n    --hash=${digest('a')}\n`
    await manager.answer('compiled', compiled)
    await manager.answer('served', digest('a'))
    const { status, stderr } = await machine.cli('install', 'greet', '--yes')
    expect(status, stderr).toBe(0)
    const artifact = { name: 'greet-app', version: '1.2.3', integrity: `${digest('a')} ${digest('b')}` }
    expect((await lockOf(machine)).artifacts).toEqual([artifact])
    const [, compile, install] = await manager.calls()
    expect(compile).toMatch(/^pip compile --generate-hashes .*--only-binary :all:.* -- .*requirements\.in$/)
    expect(install).toMatch(/^pip install .*--only-binary :all: --no-deps --require-hashes --requirement /)

    await rm(path.join(machine.home, 'cli-apps/store'), { recursive: true })
    await writeFile(path.join(path.dirname(manager.bin), 'calls'), '')
    expect((await machine.cli('install', 'greet', '--yes')).status).toBe(0)
    expect((await manager.calls()).map((call) => call.split(' ').slice(0, 2).join(' '))).toEqual([
      expect.stringMatching(/^venv/),
      'pip install',
    ])
    await rm(path.join(machine.home, 'cli-apps/store'), { recursive: true })
    await manager.answer('served', digest('c'))
    expect((await machine.cli('install', 'greet', '--yes')).status).toBe(10)
  })
})
