import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseAppName } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import own from '../../services/installer/package.json' with { type: 'json' }
import { draftApp, entryPointOf } from '../../services/installer/src/draft/draft-app.ts'
import { NewResult } from '../../services/installer/src/draft/new-result.ts'
import { webPage } from '../../services/installer/src/draft/npm-facts.ts'
import { createMachine, type Machine } from '../support/cli.ts'
import { greetScript } from '../support/folder-registry.ts'
import { inTerminal } from '../support/in-terminal.ts'
import { npmRegistry } from '../support/npm-registry.ts'

const greetPackage = {
  name: 'greet-cli',
  version: '2.0.1',
  json: {
    description: 'The best greeter',
    bin: { greet: 'cli.js', 'greet-admin': 'admin.js' },
    license: 'MIT',
    homepage: 'https://greet.example/#readme',
    repository: { type: 'git', url: 'git+ssh://git@github.com/greet/greet.git' },
    scripts: { postinstall: 'node fetch.js' },
  },
}

/** A machine whose npm registry has these packages, and that has no Debian tools. */
async function machineWith(...packages: Parameters<typeof npmRegistry>[0]): Promise<Machine> {
  const { url } = await npmRegistry(packages)
  return createMachine({ npm_config_registry: url, PATH: path.dirname(process.execPath) })
}

const keysOf = ({ missing }: NewResult): string[] => missing.map(({ key }) => key)

async function drafted(machine: Machine, file: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(path.join(machine.workspace, file), 'utf8'))
}

/** Writes a program that answers to --help and --version. */
async function addProgram(machine: Machine, file: string): Promise<void> {
  const place = path.join(machine.workspace, file)
  await mkdir(path.dirname(place), { recursive: true })
  await writeFile(place, greetScript)
  await chmod(place, 0o755)
}

describe('new', () => {
  it.each(['greet-cli@1.0.0', '@scope/greet-cli@1.0.0'])(
    'drafts the version that is named: %s',
    async (spec) => {
      const name = spec.replace(/@1.0.0$/, '')
      const machine = await machineWith(
        { ...greetPackage, name, version: '1.0.0' },
        { ...greetPackage, name },
      )
      expect((await machine.cli('new', 'greet', '--npm', spec)).status).toBe(0)
      expect(await drafted(machine, 'greet.json')).toMatchObject({
        version: '1.0.0',
        install: [{ method: 'npm', package: name, version: '1.0.0' }],
      })
    },
  )

  it('drafts a manifest from an npm package: its facts, none of its sentences, and what is left to write', async () => {
    const machine = await machineWith(greetPackage)
    const { status, json } = await machine.cli('new', 'greet', '--npm', 'greet-cli', '--json')
    expect(status).toBe(0)
    const result = NewResult.parse(json())
    expect(await drafted(machine, 'greet.json')).toEqual({
      ...{ manifest: 1, name: 'greet', version: '2.0.1', display_name: 'greet' },
      ...{ summary: '', description: '', category: '', tags: [] },
      homepage: 'https://greet.example/',
      repository: 'https://github.com/greet/greet',
      license: 'MIT',
      entry_point: 'greet',
      install: [{ method: 'npm', package: 'greet-cli', version: '2.0.1', scripts: ['greet-cli'] }],
      skill: { use_when: '' },
      recipes: [],
    })
    expect(result.manifest).toEqual(await drafted(machine, 'greet.json'))
    expect(keysOf(result)).toEqual(
      expect.arrayContaining([
        'summary',
        'category',
        'programs',
        'install[].scripts',
        'run.version',
        'recipes',
      ]),
    )
    expect(keysOf(result)).not.toContain('license')
    expect(result.missing.find(({ key }) => key === 'programs')?.what).toContain('greet-admin')
  })

  it.each([
    ['more than cli-apps', '>=22', '>=22'],
    ['less than cli-apps', '>=18', undefined],
    ['as much as cli-apps', own.engines.node, undefined],
    ['some versions that cli-apps runs on', '^20.19.0 || >=22.12.0', '^20.19.0 || >=22.12.0'],
    ['what is not a range', 'a recent one', undefined],
  ])('takes over which Node a package requires: %s', async (_, node, expected) => {
    const machine = await machineWith({ ...greetPackage, json: { ...greetPackage.json, engines: { node } } })
    await machine.cli('new', 'greet', '--npm', 'greet-cli')
    const { install } = await drafted(machine, 'greet.json')
    expect((install as { node?: string }[])[0]?.node).toBe(expected)
  })

  it.each([
    ['the program that was read', 'hello', ['greet-admin', 'greet'], 'greet'],
    ['the name, where the package has no such program', 'hello', ['hello', 'bye'], 'hello'],
    ['nothing, where several are possible', 'hi', ['hello', 'bye'], undefined],
  ])('chooses as entry point %s', (_, name, executables, expected) => {
    const facts = [
      { source: 'Debian package greet', executables },
      { source: '/usr/bin/greet', executables: ['greet'], entryPoint: 'greet' },
    ]
    expect(entryPointOf(name, facts)).toBe(expected)
  })

  it('leaves a file that validate explains line by line, until it is written', async () => {
    const machine = await machineWith(greetPackage)
    await machine.cli('new', 'greet', '--npm', 'greet-cli', '--output', 'apps.json')
    const before = await machine.cli('validate', 'apps.json', '--offline')
    expect(before.status).toBe(3)
    expect(before.stdout).toContain('line 6, summary: must not be empty')
    const written = {
      ...(await drafted(machine, 'apps.json')),
      ...{ summary: 'Greet people', description: 'Greets people by name.', category: 'text' },
      skill: { use_when: 'Somebody should be greeted.' },
    }
    await writeFile(path.join(machine.workspace, 'apps.json'), JSON.stringify(written))
    expect((await machine.cli('validate', 'apps.json', '--offline')).status).toBe(0)
  })

  it.each([
    ['{\n "a": }', 2, 7],
    ['{\n "a": 1,\n}', 3, 1],
    ['{', 1, 2],
  ])('is refused with its place when it is not JSON: %j', async (text, line, column) => {
    const machine = await machineWith()
    await writeFile(path.join(machine.workspace, 'bad.json'), text)
    const { status, json } = await machine.cli('validate', 'bad.json', '--offline', '--json')
    expect(status).toBe(3)
    expect(json()).toMatchObject({ error: { code: 'json.syntax', issues: [{ line, column }] } })
  })

  it('reads the help and version of a program, by its path', async () => {
    const machine = await machineWith()
    await addProgram(machine, 'bin/greet')
    const { json, status } = await machine.cli('new', 'hello', '--program', './bin/greet', '--json')
    expect(status).toBe(0)
    expect(await drafted(machine, 'hello.json')).toMatchObject({
      name: 'hello',
      version: '1.2.3',
      entry_point: 'greet',
      run: { version: { args: ['--version'], expect: 'greet' } },
      install: [],
    })
    expect(keysOf(NewResult.parse(json()))).toContain('install')
  })

  it('never replaces a file', async () => {
    const machine = await machineWith(greetPackage)
    await writeFile(path.join(machine.workspace, 'greet.json'), 'mine')
    const refused = await machine.cli('new', 'greet', '--npm', 'greet-cli', '--json')
    expect(refused).toMatchObject({ status: 5 })
    expect(refused.json()).toMatchObject({ error: { code: 'new.file-exists' } })
    expect(await readFile(path.join(machine.workspace, 'greet.json'), 'utf8')).toBe('mine')
  })

  it.each([
    ['a package that is not there', ['--npm', 'no-such'], 'new.no-package'],
    ['a package without executables', ['--npm', 'library'], 'new.no-package'],
    ['a Debian package where there is no Debian', ['--apt', 'greet'], 'new.no-package'],
    ['a program that is not there', ['--program', 'no-such'], 'inspect.no-program'],
    ['a name that nothing has', [], 'new.nothing-found'],
  ])('refuses %s, and writes nothing', async (_, options, code) => {
    const machine = await machineWith({ name: 'library', version: '1.0.0' })
    const refused = await machine.cli('new', 'greet', ...options, '--json')
    expect(refused).toMatchObject({ status: 4 })
    expect(refused.json()).toMatchObject({ error: { code } })
    await expect(stat(path.join(machine.workspace, 'greet.json'))).rejects.toThrow('ENOENT')
  })

  it('asks no network with --offline', async () => {
    const machine = await machineWith({ ...greetPackage, name: 'greet' })
    const refused = await machine.cli('new', 'greet', '--offline', '--json')
    expect(refused.json()).toMatchObject({
      error: { code: 'new.nothing-found', message: expect.stringContaining('not asked with --offline') },
    })
    expect((await machine.cli('new', 'greet', '--json')).status).toBe(0)
  })

  it('asks a person for what no source knows, again after a bad answer', async () => {
    const machine = await machineWith(greetPackage)
    const terminal = inTerminal(machine, 'new', 'greet', '--npm', 'greet-cli')
    await terminal.shows('[The best greeter]:')
    terminal.type('\r')
    await terminal.shows('when to use it:')
    terminal.type('Greets people by name.\r')
    await terminal.shows('Category')
    terminal.type('greetings\r')
    await terminal.shows('greetings: must be one of')
    terminal.type('text\r')
    expect((await terminal.ended).status).toBe(0)
    expect(await drafted(machine, 'greet.json')).toMatchObject({
      ...{ summary: 'The best greeter', description: 'Greets people by name.', category: 'text' },
    })
  })
})

describe('a draft', () => {
  it('makes a version that orders of what Debian has, and asks which executable is meant', () => {
    const facts = {
      ...{ source: 'Debian package fd-find', version: '26.02', executables: ['fdfind', 'fdother'] },
      method: { method: 'apt', package: 'fd-find' },
    } as const
    const { manifest, missing } = draftApp(parseAppName('fd'), [facts], {})
    expect(manifest).toMatchObject({ version: '26.2.0', program_version: '26.02', entry_point: '' })
    expect(missing).toContainEqual({ key: 'entry_point', what: expect.stringContaining('fdfind, fdother') })
  })

  it('leaves out a fact that a manifest cannot hold', () => {
    const facts = {
      source: 'x',
      executables: ['x'],
      license: 'SEE LICENSE IN LICENSE.md',
      homepage: 'http://x',
    }
    const { manifest, missing } = draftApp(parseAppName('x'), [facts], {})
    expect(manifest).not.toHaveProperty('license')
    expect(manifest).not.toHaveProperty('homepage')
    expect(missing.map(({ key }) => key)).toContain('license')
  })

  it('says how people get a program that no package manager has', () => {
    const facts = { source: '/opt/x', executables: ['x'] }
    const { manifest, missing } = draftApp(parseAppName('x'), [facts], {
      instructions: 'See x.example.',
    })
    expect(manifest.install).toEqual([{ method: 'bundled', detect: 'x', instructions: 'See x.example.' }])
    expect(missing.map(({ key }) => key)).not.toContain('install')
  })

  it.each([
    ['git+https://github.com/a/b.git', 'https://github.com/a/b'],
    ['git://github.com/a/b.git', 'https://github.com/a/b'],
    ['git@github.com:a/b.git', 'https://github.com/a/b'],
    ['github:a/b', 'https://github.com/a/b'],
    ['a/b', 'https://github.com/a/b'],
    ['http://x.example/#readme', 'https://x.example/'],
    ['svn+ssh://x.example/a', undefined],
    [undefined, undefined],
  ])('takes %s for the page %s', (address, page) => {
    expect(webPage(address)).toBe(page)
  })
})
