import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { findProgram } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { createMachine, type Machine } from '../support/cli.ts'
import { exampleManifestJson } from '../support/example-manifest.ts'
import { fileServer } from '../support/file-server.ts'
import { folderRegistry, tarball } from '../support/folder-registry.ts'
import { gitServer } from '../support/git-server.ts'
import { type NpmRegistry, npmRegistry } from '../support/npm-registry.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const program = `#!/usr/bin/env node
console.log(process.argv[2] === '--version' ? 'greet 1.2.3' : require('lib'))
`
const run = promisify(execFile)
/** The npm on PATH can be told to take packages of its registry alone. */
const knowsSources = (await run('npm', ['config', 'get', 'allow-remote'])).stdout.trim() === 'all'

/** A bare repository of a package that has itself prepared, and whose `.npmrc` names a program of its own as git. */
async function hostileRepository(marker: string, devDependencies = {}): Promise<string> {
  const work = path.join(await temporaryFolder(), 'lib')
  await mkdir(work)
  const files = {
    'package.json': JSON.stringify({
      name: 'lib',
      version: '1.0.0',
      main: 'index.js',
      scripts: { prepare: `touch '${marker}.prepare'` },
      devDependencies,
    }),
    'index.js': "module.exports = 'lib of git'",
    '.npmrc': 'git=./script\nignore-scripts=false\n',
    script: `#!/bin/sh\ntouch '${marker}.git'\nexit 1\n`,
  }
  for (const [name, text] of Object.entries(files))
    await writeFile(path.join(work, name), text, { mode: 0o755 })
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.test', '-C', work, ...args])
  await git('init', '--quiet')
  await git('add', '.')
  await git('commit', '--quiet', '--message', 'lib')
  const bare = `${work}.git`
  await run('git', ['clone', '--quiet', '--bare', work, bare])
  return bare
}

interface Place {
  npm: NpmRegistry
  machine: Machine
}

/** An app `greet` whose package has these dependencies, and a machine whose npm asks this registry. */
async function appWith(json: Record<string, unknown>, files: Record<string, string> = {}): Promise<Place> {
  const npm = await npmRegistry([
    { name: 'lib', version: '1.0.0', files: { 'index.js': "module.exports = 'lib'" } },
    {
      name: 'greet',
      version: '1.2.3',
      files: { 'cli.js': program, ...files },
      json: { bin: { greet: 'cli.js' }, ...json },
    },
  ])
  const registry = await folderRegistry([
    exampleManifestJson({ install: [{ method: 'npm', package: 'greet', version: '1.2.3' }] }),
  ])
  const machine = await createMachine({
    CLI_APPS_REGISTRY: registry,
    CLI_APPS_MIRRORS: `https://registry.npmjs.org/=${npm.url}/`,
  })
  return { npm, machine }
}

const install = (machine: Machine, ...options: string[]) =>
  machine.cli('install', 'greet', '--yes', '--json', ...options)

describe('a package with a dependency from outside its registry', () => {
  it('is refused before the repository is contacted, and none of its code runs', async () => {
    const marker = path.join(await temporaryFolder(), 'ran')
    const repository = await hostileRepository(marker, {
      nested: 'git+file:///nowhere/nested.git',
    })
    const { machine } = await appWith({ dependencies: { lib: `git+${pathToFileURL(repository)}` } })
    const { status, stdout, json } = await install(machine)
    expect(await readdir(path.dirname(marker))).toEqual([])
    expect(status, stdout).toBe(6)
    expect(json()).toMatchObject({ error: { code: 'install.source-refused' } })
    expect((await machine.cli('list', '--json')).json()).toMatchObject({ apps: [] })
  })

  it.each([
    ['git', 'git+https://git.test/lib.git'],
    ['git over ssh', 'git+ssh://git@git.test/lib.git'],
    ['a forge', 'github:someone/lib'],
    ['a forge without its name', 'someone/lib'],
    ['a folder', 'file:../../../../etc'],
    ['a file', 'file:../lib.tgz'],
  ])('is refused for %s', async (_what, spec) => {
    const { machine } = await appWith({ dependencies: { lib: spec } })
    const { status, stdout, json } = await install(machine)
    expect(status, stdout).toBe(6)
    expect(json()).toMatchObject({ error: { code: 'install.source-refused' } })
  })

  it('is refused for an archive URL, even on the registry itself, which newer npm versions never use', async () => {
    const { npm, machine } = await appWith({})
    const bytes = await tarball({ 'package/package.json': '{"name":"lib","version":"9.0.0"}' })
    const elsewhere = await fileServer({ '/lib.tgz': bytes })
    for (const url of [`${elsewhere.url}/lib.tgz`, `${npm.url}/lib/-/lib-1.0.0.tgz`]) {
      npm.asked.length = 0
      await npm.publish({
        name: 'greet',
        version: '1.2.3',
        files: { 'cli.js': program },
        json: { bin: { greet: 'cli.js' }, dependencies: { lib: url } },
      })
      const { status, stdout, json } = await install(machine)
      expect(status, stdout).toBe(6)
      // An older npm asks for the archive while it resolves, and meets the proxy.
      const code = expect.stringMatching(/^(install\.source-refused|network\.host-refused)$/)
      expect(json()).toMatchObject({ error: { code } })
      if (knowsSources) expect(npm.asked).not.toContain('/lib/-/lib-1.0.0.tgz')
    }
    expect(elsewhere.asked).toEqual([])
  })

  it('is refused, not only remarked on, if a lockfile names its URL', async () => {
    const { machine } = await appWith({ dependencies: { lib: '1.0.0' } })
    expect((await install(machine)).status).toBe(0)
    const file = path.join(machine.workspace, 'cli-apps.lock')
    const lock = JSON.parse(await readFile(file, 'utf8'))
    const [platform] = Object.values(lock.apps.greet.platforms) as { artifacts: Record<string, unknown>[] }[]
    const url = 'git+https://git.test/lib.git#0123456789012345678901234567890123456789'
    Object.assign(platform?.artifacts.find(({ name }) => name === 'lib') ?? {}, { url, integrity: null })
    await writeFile(file, JSON.stringify(lock))
    const clone = await createMachine(machine.environment)
    for (const name of ['cli-apps.json', 'cli-apps.lock'])
      await writeFile(path.join(clone.workspace, name), await readFile(path.join(machine.workspace, name)))
    const refused = await clone.cli('ci', '--yes', '--json')
    expect(refused.status, refused.stdout).toBe(6)
    expect(refused.json()).toMatchObject({
      error: { code: 'consent.not-allowed', hint: `To allow it, pass --allow-sources ${url}.` },
    })
    const allowed = await clone.cli('ci', '--dry-run', '--allow-sources', url)
    expect(allowed.stdout).toContain(`allowed --allow-sources ${url}`)
  })

  it('does not change package sources with its own .npmrc', async () => {
    const elsewhere = await fileServer({})
    const { machine } = await appWith(
      { dependencies: { lib: '1.0.0' } },
      { '.npmrc': `registry=${elsewhere.url}/\ngit=./script\n`, 'npm-shrinkwrap.json': '{}' },
    )
    const { status, stdout } = await install(machine)
    expect(status, stdout).toBe(0)
    expect((await machine.cli('run', 'greet')).stdout).toBe('lib\n')
    expect(elsewhere.asked).toEqual([])
  })
})

describe('settings of the working folder', () => {
  it('are ignored, both as files and as npx exports them', async () => {
    const evil = await npmRegistry([
      { name: 'lib', version: '1.0.0', files: { 'index.js': "module.exports = 'evil'" } },
    ])
    const { npm, machine } = await appWith({ dependencies: { lib: '1.0.0' } })
    delete machine.environment.CLI_APPS_MIRRORS
    await writeFile(path.join(machine.home, '.npmrc'), `registry=${npm.url}/\n`)
    await writeFile(path.join(machine.workspace, '.npmrc'), `registry=${evil.url}/\n`)
    Object.assign(machine.environment, {
      npm_config_registry: `${evil.url}/`,
      'npm_config_@scope:registry': `${evil.url}/`,
      npm_config_user_agent: 'npm/11 node/v20',
      npm_lifecycle_event: 'npx',
      npm_config_git: './script',
      npm_config_script_shell: './script',
      npm_config_node_options: '--require ./evil.js',
      npm_config_userconfig: path.join(machine.workspace, '.npmrc'),
    })
    const { status, stdout } = await install(machine)
    expect(status, stdout).toBe(0)
    expect((await machine.cli('run', 'greet')).stdout).toBe('lib\n')
    expect(evil.asked).toEqual([])
  })

  it('are reported in the plan with the setting that would apply them', async () => {
    const { machine } = await appWith({ dependencies: { lib: '1.0.0' } })
    Object.assign(machine.environment, {
      npm_config_registry: 'https://npm.corp.test/',
      npm_config_user_agent: 'npm/11 node/v20',
    })
    const { stdout } = await machine.cli('install', 'greet', '--dry-run')
    expect(stdout).toContain('cli-apps config set mirrors.https://registry.npmjs.org https://npm.corp.test/')
  })
})

describe('a package from git that the user allows', () => {
  it('is installed in the sandbox, restored by ci, and refused without the option', async () => {
    const ran = path.join(await temporaryFolder(), 'ran')
    const bare = await hostileRepository(ran)
    const git = await gitServer(path.dirname(bare))
    const { machine } = await appWith({ dependencies: { lib: `git+${git.url}/lib.git` } })
    const host = git.url.replace('http://', '')
    await machine.cli('config', 'set', 'hosts', host, '--yes')
    const refused = await install(machine)
    expect([refused.status, refused.json()]).toMatchObject([
      6,
      { error: { code: 'install.source-refused', hint: expect.stringContaining('--allow-sources') } },
    ])
    expect(git.asked).toEqual([])

    const allowed = ['--allow-sources', `${git.url}/lib.git`]
    const plan = await machine.cli('install', 'greet', '--dry-run', ...allowed)
    expect(plan.stdout).toContain(`packages may also come from ${git.url}/lib.git`)
    const { status, stdout } = await install(machine, ...allowed)
    expect(status, stdout).toBe(0)
    expect((await machine.cli('run', 'greet')).stdout).toBe('lib of git\n')
    const lock = JSON.parse(await readFile(path.join(machine.workspace, 'cli-apps.lock'), 'utf8'))
    const [platform] = Object.values(lock.apps.greet.platforms) as { artifacts: Record<string, unknown>[] }[]
    const commit = (await run('git', ['-C', bare, 'rev-parse', 'HEAD'])).stdout.trim()
    const url = `git+${git.url}/lib.git#${commit}`
    expect(platform?.artifacts.find(({ name }) => name === 'lib')).toMatchObject({ url, integrity: null })

    const clone = await createMachine({
      ...machine.environment,
      CLI_APPS_HOME: await temporaryFolder(),
    })
    await clone.cli('config', 'set', 'hosts', host, '--yes')
    for (const name of ['cli-apps.json', 'cli-apps.lock'])
      await writeFile(path.join(clone.workspace, name), await readFile(path.join(machine.workspace, name)))
    const without = await clone.cli('ci', '--yes', '--json')
    expect([without.status, without.json()]).toMatchObject([6, { error: { code: 'consent.not-allowed' } }])
    const restored = await clone.cli('ci', '--yes', '--json', '--allow-sources', url)
    expect(restored.status, restored.stdout).toBe(0)
    expect((await clone.cli('run', 'greet')).stdout).toBe('lib of git\n')
    expect((await clone.cli('verify')).status).toBe(0)
    // Neither the program that its .npmrc calls git nor its prepare script ran.
    expect(await readdir(path.dirname(ran))).toEqual([])
  })

  it('runs no code without a sandbox', async () => {
    const ran = path.join(await temporaryFolder(), 'ran')
    const bare = await hostileRepository(ran)
    const git = await gitServer(path.dirname(bare))
    const { machine } = await appWith({ dependencies: { lib: `git+${git.url}/lib.git` } })
    machine.environment.PATH = await pathWithoutSandbox()
    const { status, stdout, stderr } = await install(machine, '--allow-sources', `${git.url}/lib.git`)
    expect(status, stdout).toBe(0)
    expect(stderr).toContain('no sandbox works')
    expect((await machine.cli('run', 'greet')).stdout).toBe('lib of git\n')
    expect(await readdir(path.dirname(ran))).toEqual([])
  })
})

/** A folder of links to every program of the system but the sandbox, behind the npm on PATH. */
async function pathWithoutSandbox(): Promise<string> {
  const folder = await temporaryFolder()
  const names = (await readdir('/usr/bin')).filter((name) => name !== 'bwrap')
  await Promise.all(names.map((name) => symlink(`/usr/bin/${name}`, path.join(folder, name))))
  const npm = path.join(await temporaryFolder(), 'npm')
  await symlink((await findProgram('npm', process.env)) ?? '', npm)
  return [path.dirname(npm), path.dirname(process.execPath), folder]
    .filter((one) => one !== '/usr/bin')
    .join(path.delimiter)
}

describe('a registry configured in a file of the workspace', () => {
  const evilLib = () =>
    npmRegistry([
      { name: 'lib', version: '1.0.0', files: { 'index.js': "module.exports = 'other'" } },
      {
        name: 'greet',
        version: '1.2.3',
        files: { 'cli.js': program },
        json: { bin: { greet: 'cli.js' }, dependencies: { lib: '1.0.0' } },
      },
    ])

  it('is reported in the plan and not used, even with --yes', async () => {
    const other = await evilLib()
    const { machine } = await appWith({ dependencies: { lib: '1.0.0' } })
    await writeFile(path.join(machine.workspace, '.npmrc'), `registry=${other.url}/\n`)
    const command = `cli-apps trust --package-registry ${other.url}`
    expect((await machine.cli('install', 'greet', '--dry-run')).stdout).toContain(command)
    const { status, stderr } = await machine.cli('install', 'greet', '--yes')
    expect(status, stderr).toBe(0)
    expect(stderr).toContain(command)
    expect((await machine.cli('run', 'greet')).stdout).toBe('lib\n')
    expect(other.asked).toEqual([])
  })

  it('is used only in this workspace once it is trusted, and its packages are stored separately', async () => {
    const other = await evilLib()
    const { machine } = await appWith({ dependencies: { lib: '1.0.0' } })
    await writeFile(path.join(machine.workspace, '.npmrc'), `registry=${other.url}/\n`)
    const second = await createMachine(machine.environment)
    await writeFile(path.join(second.workspace, '.npmrc'), `registry=${other.url}/\n`)
    expect((await machine.cli('trust', '--package-registry', other.url)).status).toBe(2)
    const trusted = await machine.cli('trust', '--package-registry', other.url, '--yes', '--json')
    expect([trusted.status, trusted.json()]).toMatchObject([0, { changed: true, registries: [other.url] }])
    const installed = await install(machine)
    expect(installed.status, installed.stdout).toBe(0)
    expect(installed.stdout).not.toContain('--package-registry')
    expect((await machine.cli('run', 'greet')).stdout).toBe('other\n')
    expect((await install(second)).status).toBe(0)
    expect((await second.cli('run', 'greet')).stdout).toBe('lib\n')
    const removed = await machine.cli('trust', '--remove', '--package-registry', other.url, '--yes')
    expect(removed.status, removed.stderr).toBe(0)
    expect((await machine.cli('install', 'greet', '--dry-run', '--json')).stdout).toContain(
      `cli-apps trust --package-registry ${other.url}`,
    )
  })

  it('cannot be trusted before a file names it', async () => {
    const { machine } = await appWith({})
    const { status, json } = await machine.cli(
      'trust',
      '--package-registry',
      'https://npm.test',
      '--yes',
      '--json',
    )
    expect([status, json()]).toMatchObject([2, { error: { code: 'trust.no-registry' } }])
  })
})

describe('the store', () => {
  it('separates packages from different registries', async () => {
    const { machine } = await appWith({ dependencies: { lib: '1.0.0' } })
    const other = await npmRegistry([
      { name: 'lib', version: '1.0.0', files: { 'index.js': "module.exports = 'other'" } },
      {
        name: 'greet',
        version: '1.2.3',
        files: { 'cli.js': program },
        json: { bin: { greet: 'cli.js' }, dependencies: { lib: '1.0.0' } },
      },
    ])
    const second = await createMachine({
      ...machine.environment,
      CLI_APPS_MIRRORS: `https://registry.npmjs.org/=${other.url}/`,
    })
    second.environment.CLI_APPS_HOME = machine.environment.CLI_APPS_HOME ?? ''
    expect((await install(second)).status).toBe(0)
    expect((await install(machine)).status).toBe(0)
    expect((await second.cli('run', 'greet')).stdout).toBe('other\n')
    expect((await machine.cli('run', 'greet')).stdout).toBe('lib\n')
  })
})
