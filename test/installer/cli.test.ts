import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { exists, makeRecordKey, signedRecordText } from '@cli-apps/core/node'
import { ChangePlan } from '@cli-apps/core/results'
import { beforeAll, describe, expect, it } from 'vitest'
import { createMachine, type Machine, programArgvOf } from '../support/cli.ts'
import { closedPort, fileServer, loopbackServer } from '../support/file-server.ts'
import {
  binaryManifest,
  folderRegistry,
  greetScript,
  tarball,
  writeDocuments,
} from '../support/folder-registry.ts'

let archive: Uint8Array
beforeAll(async () => {
  archive = await tarball({ 'bin/greet': greetScript })
})

/** A machine whose registry has `greet`, a download that a loopback mirror serves. */
async function machineWithGreet(
  changes: Record<string, unknown> = {},
  served: Uint8Array = archive,
): Promise<Machine & { asked: string[] }> {
  const { url, asked } = await fileServer({ '/greet.tar.gz': served })
  const registry = await folderRegistry([binaryManifest(archive, changes)])
  const machine = await createMachine({
    CLI_APPS_REGISTRY: registry,
    CLI_APPS_MIRRORS: `https://downloads.test/=${url}/`,
  })
  return { ...machine, asked }
}

const storeEntries = async ({ home }: Machine): Promise<string[]> =>
  (await exists(path.join(home, 'cli-apps/store'))) ? readdir(path.join(home, 'cli-apps/store')) : []

describe('install', () => {
  it('places the program in the store, and its skill, lock and record in the workspace', async () => {
    const machine = await machineWithGreet()
    const result = await machine.cli('install', 'greet', '--yes')
    expect(result).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('skills/cli-app-greet/SKILL.md'),
    })
    const read = (file: string): Promise<string> => readFile(path.join(machine.workspace, file), 'utf8')
    expect(JSON.parse(await read('cli-apps.json'))).toEqual({ apps: { greet: '^1.2.3' } })
    expect(JSON.parse(await read('cli-apps.lock')).apps.greet).toMatchObject({
      version: '1.2.3',
      digest: expect.stringMatching(/^sha256:/),
    })
    const skill = await read('skills/cli-app-greet/SKILL.md')
    expect(skill).toMatch(/^---\nname: cli-app-greet\n/)
    expect(skill).toContain('### `hello <name>`\n\nSay hello to somebody\n\n- `--loud`: shout\n')
    expect(skill).toContain('--loud')
    const record = JSON.parse(await read('.cli-apps/apps/greet.json'))
    expect(record).toMatchObject({ program_version: '1.2.3', adopted: false, method: 'binary' })
    expect(path.isAbsolute(record.argv[0])).toBe(true)
    expect((await machine.cli('run', 'greet', 'hello', '$(id) & "Ann"')).stdout).toBe(
      'Hello, $(id) & "Ann"!\n',
    )
  })

  it('changes nothing with --dry-run, and shows the plan', async () => {
    const machine = await machineWithGreet()
    const { status, json } = await machine.cli('install', 'greet', '--dry-run', '--json')
    expect(status).toBe(0)
    expect(json()).toMatchObject({
      command: 'install',
      changes: [{ subject: 'greet', facts: { source: 'build' } }],
    })
    const [change] = json<ChangePlan>().changes
    expect(change?.effects.slice(0, 2)).toMatchObject([{ effect: 'download' }, { effect: 'unpack' }])
    expect(ChangePlan.parse(json())).toEqual(json())
    expect(await readdir(machine.workspace)).toEqual([])
    expect(machine.asked).toEqual([])
  })

  it('refuses without --yes when no one can be asked', async () => {
    const machine = await machineWithGreet()
    expect(await machine.cli('install', 'greet')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--yes'),
    })
    expect(await readdir(machine.workspace)).toEqual([])
  })

  it('suggests similar names for an unknown app', async () => {
    const machine = await machineWithGreet()
    const { status, json } = await machine.cli('install', 'gret', '--yes', '--json')
    expect(status).toBe(4)
    expect(json()).toMatchObject({ error: { code: 'app.unknown', hint: expect.stringContaining('greet') } })
  })

  it('lists every reason when no method fits', async () => {
    const machine = await machineWithGreet({
      install: [
        { method: 'winget', id: 'X.Greet' },
        { method: 'bundled', detect: 'no-such-program-anywhere', instructions: 'Get it from its home page.' },
      ],
    })
    const { status, json } = await machine.cli('install', 'greet', '--yes', '--json')
    expect(status).toBe(7)
    const refused = json<{ error: { details: { refusals: { method: string }[] } } }>().error.details.refusals
    expect(refused.map(({ method }) => method)).toEqual(['winget', 'bundled'])
  })

  it('installs and keeps nothing if the digest differs', async () => {
    const machine = await machineWithGreet({}, await tarball({ 'bin/greet': '#!/bin/sh\necho evil\n' }))
    const { status, json } = await machine.cli('install', 'greet', '--yes', '--json')
    expect(status).toBe(8)
    expect(json()).toMatchObject({ error: { code: 'download.checksum-mismatch' } })
    expect(await storeEntries(machine)).toEqual([])
    expect((await machine.cli('list', '--json')).json()).toMatchObject({ apps: [] })
  })

  it('removes a program that is not the one the manifest describes', async () => {
    const machine = await machineWithGreet({ run: { version: { args: ['--version'], expect: 'other' } } })
    const { status, json } = await machine.cli('install', 'greet', '--yes', '--json')
    expect(status).toBe(10)
    expect(json()).toMatchObject({ error: { code: 'install.other-program' } })
    expect(await storeEntries(machine)).toEqual([])
  })

  it('installs into a second workspace from the store, without a download', async () => {
    const machine = await machineWithGreet()
    await machine.cli('install', 'greet', '--yes')
    const asked = machine.asked.length
    await mkdir(path.join(machine.workspace, 'second'))
    const { json } = await machine.cli(
      'install',
      'greet',
      '--yes',
      '--json',
      '--workspace',
      path.join(machine.workspace, 'second'),
    )
    // The nearest cli-apps.json is the first workspace's: an inner folder belongs to it until it has its own.
    expect(json()).toMatchObject({ workspace: machine.workspace })
    await writeFile(path.join(machine.workspace, 'second/cli-apps.json'), '{}')
    const again = await machine.cli(
      'install',
      'greet',
      '--yes',
      '--json',
      '--workspace',
      path.join(machine.workspace, 'second'),
    )
    expect(again.json()).toMatchObject({ installed: [{ source: 'store' }] })
    expect(machine.asked.length).toBe(asked)
  })

  it('rebuilds a store entry with changed files before a second workspace uses it', async () => {
    const machine = await machineWithGreet()
    await machine.cli('install', 'greet', '--yes')
    const record = JSON.parse(
      await readFile(path.join(machine.workspace, '.cli-apps/apps/greet.json'), 'utf8'),
    )
    await writeFile(record.argv.at(-1), '#!/bin/sh\necho evil\n')
    const second = path.join(machine.workspace, 'second')
    await mkdir(second)
    await writeFile(path.join(second, 'cli-apps.json'), '{}')
    const { status, json } = await machine.cli('install', 'greet', '--yes', '--json', '--workspace', second)
    expect([status, json()]).toMatchObject([0, { installed: [{ source: 'build' }] }])
    for (const workspace of [second, machine.workspace])
      expect((await machine.cli('verify', '--workspace', workspace)).status).toBe(0)
  })

  it('runs nothing from a program while it is being repaired', async () => {
    const machine = await machineWithGreet()
    await machine.cli('install', 'greet', '--yes')
    const { store } = JSON.parse(
      await readFile(path.join(machine.workspace, '.cli-apps/apps/greet.json'), 'utf8'),
    )
    await rm(path.join(store, 'app.json'))
    expect(await machine.cli('run', 'greet', 'hello', 'Ann')).toMatchObject({
      stdout: '',
      stderr: expect.stringContaining('is being installed or repaired, or that was interrupted'),
    })
    expect((await machine.cli('doctor', '--fix', '--yes')).status).toBe(0)
    expect((await machine.cli('run', 'greet', 'hello', 'Ann')).stdout).toBe('Hello, Ann!\n')
  })

  it('succeeds when run twice', async () => {
    const machine = await machineWithGreet()
    await machine.cli('install', 'greet', '--yes')
    const before = await readFile(path.join(machine.workspace, 'cli-apps.lock'), 'utf8')
    const { status, json } = await machine.cli('install', 'greet', '--json')
    expect(status).toBe(0)
    expect(json()).toMatchObject({ installed: [{ source: 'present' }] })
    expect(await readFile(path.join(machine.workspace, 'cli-apps.lock'), 'utf8')).toBe(before)
  })

  it('lets six parallel installs in one workspace succeed, and loses none', async () => {
    const names = ['greet', 'hello', 'hi', 'hail', 'howdy', 'welcome']
    const { url } = await fileServer({ '/greet.tar.gz': archive })
    const registry = await folderRegistry(names.map((name) => binaryManifest(archive, { name })))
    const machine = await createMachine({
      CLI_APPS_REGISTRY: registry,
      CLI_APPS_MIRRORS: `https://downloads.test/=${url}/`,
    })
    const results = await Promise.all(names.map((name) => machine.cli('install', name, '--yes')))
    expect(results.map(({ status }) => status)).toEqual(names.map(() => 0))
    const { apps } = (await machine.cli('list', '--json')).json<{ apps: { name: string }[] }>()
    expect(apps.map(({ name }) => name)).toEqual([...names].sort())
    for (const file of ['cli-apps.lock', 'cli-apps.json']) {
      const { apps: kept } = JSON.parse(await readFile(path.join(machine.workspace, file), 'utf8'))
      expect(Object.keys(kept)).toEqual([...names].sort())
    }
    expect((await machine.cli('doctor')).status).toBe(0)
  })
})

describe('untrusted downloads', () => {
  it('cannot replace the content of a locked version', async () => {
    const machine = await machineWithGreet()
    await machine.cli('install', 'greet', '--yes')
    await writeDocuments(machine.environment.CLI_APPS_REGISTRY ?? '', [
      binaryManifest(archive, { summary: 'Something else' }),
    ])
    const { status, json } = await machine.cli('install', 'greet', '--yes', '--json')
    expect(status).toBe(8)
    expect(json()).toMatchObject({ error: { code: 'lockfile.digest-mismatch' } })
  })

  it('cannot install a shell without permission of the user', async () => {
    const machine = await machineWithGreet({ entry_point: 'bash', run: {} })
    expect((await machine.cli('install', 'greet', '--yes', '--json')).json()).toMatchObject({
      error: { code: 'app.general-program' },
    })
    expect((await machine.cli('install', 'greet', '--yes', '--dry-run', '--allow-general')).status).toBe(0)
  })

  it('cannot hide a shell behind another name, during or after install', async () => {
    const run = { version: { args: ['-c', 'echo greet 1.2.3'], expect: 'greet' } }
    const machine = await machineWithGreet({
      run,
      install: [{ method: 'bundled', detect: 'greet', instructions: 'Install it.' }],
    })
    const tools = path.join(machine.home, 'tools')
    await mkdir(tools)
    await symlink('/bin/sh', path.join(tools, 'greet'))
    machine.environment.PATH = `${tools}:${machine.environment.PATH}`
    const refused = await machine.cli('install', 'greet', '--yes', '--json')
    expect([refused.status, refused.json()]).toMatchObject([6, { error: { code: 'app.general-program' } }])
    expect((await machine.cli('list', '--json')).json()).toMatchObject({ apps: [] })
    expect((await machine.cli('install', 'greet', '--yes', '--allow-general')).status).toBe(0)
    expect((await machine.cli('run', 'greet', '-c', 'echo hi')).stdout).toBe('hi\n')

    await machine.cli('uninstall', 'greet', '--yes')
    await rm(path.join(tools, 'greet'))
    await writeFile(path.join(tools, 'greet'), '#!/bin/sh\necho greet 1.2.3\n', { mode: 0o755 })
    expect((await machine.cli('install', 'greet', '--yes')).status).toBe(0)
    await rm(path.join(tools, 'greet'))
    await symlink('/bin/sh', path.join(tools, 'greet'))
    const changed = await machine.cli('run', 'greet', '-c', 'echo hi')
    expect([changed.stdout, changed.stderr]).toEqual(['', expect.stringContaining('runs other programs now')])
  })

  it('cannot run a general program through a record that hides it, until the user allows it', async () => {
    const run = { version: { args: ['-c', 'echo greet 1.2.3'], expect: 'greet' } }
    const machine = await machineWithGreet({
      run,
      install: [{ method: 'bundled', detect: 'greet', instructions: 'Install it.' }],
    })
    const tools = path.join(machine.home, 'tools')
    await mkdir(tools)
    await symlink('/bin/sh', path.join(tools, 'greet'))
    machine.environment.PATH = `${tools}:${machine.environment.PATH}`
    await machine.cli('install', 'greet', '--yes', '--allow-general')
    const file = path.join(machine.workspace, '.cli-apps/apps/greet.json')
    const { general, ...older } = JSON.parse(await readFile(file, 'utf8'))
    expect(general).toMatch(/sh$/)
    await writeFile(file, signedRecordText(older, await makeRecordKey(path.join(machine.home, 'cli-apps'))))

    const greet = () => machine.cli('run', 'greet', '-c', 'echo hi')
    expect((await greet()).stderr).toContain('install greet --allow-general')
    const refused = await machine.cli('install', 'greet', '--yes', '--json')
    expect([refused.status, refused.json()]).toMatchObject([6, { error: { code: 'app.general-program' } }])
    expect((await machine.cli('install', 'greet', '--yes', '--allow-general')).status).toBe(0)
    expect((await greet()).stdout).toBe('hi\n')
    expect((await machine.cli('install', 'greet', '--yes')).stdout).toContain('already installed')
  })

  it.each([
    [{ method: 'brew', formula: 'tmp/evil.rb' }, 'formula'],
    [{ method: 'brew', formula: 'https/evil' }, 'formula'],
    [{ method: 'scoop', id: 'somewhere/evil.json' }, 'id'],
    [{ method: 'npm', package: 'evil.tgz', version: '1.0.0' }, 'package'],
    [{ method: 'npm', package: 'evil', version: '1.0.0-evil.tgz' }, 'version'],
    [{ method: 'pip', package: 'evil', version: '1.0.whl' }, 'version'],
    [{ method: 'apt', package: 'bash-' }, 'package'],
    [{ method: 'go', module: 'example.org/../evil', version: 'v1.0.0' }, 'module'],
  ])('cannot contain an identifier that a package manager misreads: %j', async (method, key) => {
    const machine = await machineWithGreet({ install: [method] })
    const { status, json } = await machine.cli('install', 'greet', '--yes', '--json')
    expect([status, json()]).toMatchObject([
      3,
      { error: { code: 'manifest.bad-identifier', message: expect.stringContaining(`: ${key} must be`) } },
    ])
  })

  it('cannot write files outside the workspace through a link', async () => {
    const machine = await machineWithGreet()
    await symlink(machine.home, path.join(machine.workspace, 'skills'))
    const { status, json } = await machine.cli('install', 'greet', '--yes', '--json')
    expect(status).toBe(8)
    expect(json()).toMatchObject({ error: { code: 'workspace.path-escape' } })
    expect(await readdir(machine.home)).not.toContain('cli-app-greet')
    expect((await machine.cli('list', '--json')).json()).toMatchObject({ apps: [] })
  })

  it('cannot use a record to remove files that are not its skill', async () => {
    const machine = await machineWithGreet()
    await machine.cli('install', 'greet', '--yes')
    const file = path.join(machine.workspace, '.cli-apps/apps/greet.json')
    const record = JSON.parse(await readFile(file, 'utf8'))
    record.skill.files['skills/cli-app-greet/../../cli-apps.json'] = record.digest
    await writeFile(file, JSON.stringify(record))
    expect((await machine.cli('uninstall', 'greet', '--yes')).status).toBe(3)
    expect(await exists(path.join(machine.workspace, 'cli-apps.json'))).toBe(true)
  })
})

describe('a program on PATH', () => {
  const bundled = {
    install: [{ method: 'bundled', detect: 'greet', instructions: 'Get it from its home page.' }],
  }
  const recipes = [
    {
      id: 'greet',
      task: 'Greet a person',
      call: { args: ['hello', '{person}'] },
      placeholders: { person: { type: 'text', example: 'Ann' } },
      expect: { stdout_contains: 'Hello, Ann!' },
    },
    // Nothing that the machine may not have is asked of the program.
    { id: 'online', task: 'Greet online', call: { args: ['absent'] }, expect: {}, needs: ['network'] },
    { id: 'piped', call: { args: ['absent'], pipe: [{ name: 'greet', args: ['hello'] }] }, expect: {} },
  ]
  const smoke = [{ args: ['hello', 'Ann'], expect: { exit: 0, stdout_contains: 'Hello, Ann!' } }]

  async function machineWithProgram(script: string, changes: Record<string, unknown>): Promise<Machine> {
    const machine = await machineWithGreet({ ...bundled, ...changes })
    const bin = path.join(machine.home, 'bin')
    await mkdir(bin)
    await writeFile(path.join(bin, 'greet'), script)
    await chmod(path.join(bin, 'greet'), 0o755)
    machine.environment.PATH = `${bin}:${machine.environment.PATH}`
    return machine
  }

  it('is adopted if it is the right one, and stays after uninstall', async () => {
    const machine = await machineWithProgram(greetScript, { recipes })
    const installed = await machine.cli('install', 'greet', '--yes', '--json')
    expect(installed.json()).toMatchObject({
      installed: [{ adopted: true, argv: ['/bin/sh', path.join(machine.home, 'bin/greet')] }],
    })
    expect((await machine.cli('uninstall', 'greet', '--yes')).status).toBe(0)
    expect(await exists(path.join(machine.home, 'bin/greet'))).toBe(true)
  })

  it.each([
    ['says another version line', '#!/bin/sh\necho something else\n', {}, 'install.other-program'],
    ['fails a recipe', greetScript.replace('Hello', 'Bye'), { recipes }, 'install.recipe-failed'],
    [
      'fails a test of the early form',
      greetScript.replace('Hello', 'Bye'),
      { smoke },
      'install.recipe-failed',
    ],
  ])('is refused when it %s', async (_what, script, changes, code) => {
    const machine = await machineWithProgram(script, changes)
    const { status, json } = await machine.cli('install', 'greet', '--yes', '--json')
    expect(status).toBe(10)
    expect(json()).toMatchObject({ error: { code } })
    expect((await machine.cli('list', '--json')).json()).toMatchObject({ apps: [] })
  })

  it('is refused when the manifest does not say how to identify it', async () => {
    const machine = await machineWithProgram(greetScript, { run: {} })
    expect((await machine.cli('install', 'greet', '--yes')).status).toBe(7)
  })
})

describe('uninstall', () => {
  it('removes app and skill without a registry, and leaves the program in the store', async () => {
    const machine = await machineWithGreet()
    await machine.cli('install', 'greet', '--yes')
    machine.environment.CLI_APPS_REGISTRY = await closedPort()
    expect((await machine.cli('uninstall', 'greet', '--yes')).status).toBe(0)
    expect((await readdir(machine.workspace)).sort()).toEqual(['.cli-apps', 'cli-apps.json', 'cli-apps.lock'])
    expect(await storeEntries(machine)).toEqual(['greet'])
    expect(await machine.cli('uninstall', 'greet', '--yes')).toMatchObject({ status: 4 })
  })

  it('saves what a user wrote into the skill', async () => {
    const machine = await machineWithGreet()
    await machine.cli('install', 'greet', '--yes')
    await writeFile(path.join(machine.workspace, 'skills/cli-app-greet/SKILL.md'), 'my words')
    const { stderr } = await machine.cli('uninstall', 'greet', '--yes')
    const [, saved = ''] = /your text is in (\S+)\.$/m.exec(stderr) ?? []
    expect(await readFile(path.join(machine.workspace, saved), 'utf8')).toBe('my words')
  })
})

describe('damage', () => {
  it.each([
    ['cli-apps.lock', 'lockfile.corrupt'],
    ['cli-apps.json', 'workspace.corrupt'],
    ['.cli-apps/apps/greet.json', 'record.corrupt'],
  ])('of %s is reported as an error, never treated as an empty file', async (file, code) => {
    const machine = await machineWithGreet()
    await machine.cli('install', 'greet', '--yes')
    await writeFile(path.join(machine.workspace, file), '{"half":')
    const { status, json } = await machine.cli('install', 'greet', '--yes', '--json')
    expect(status).toBe(3)
    expect(json()).toMatchObject({
      error: { code, details: { file: path.join(machine.workspace, file) }, hint: expect.any(String) },
    })
    expect(await readFile(path.join(machine.workspace, file), 'utf8')).toBe('{"half":')
    const doctor = await machine.cli('doctor', '--json')
    expect(doctor.status).toBe(8)
    expect(doctor.json<{ faults: { code: string }[] }>().faults.map((fault) => fault.code)).toContain(code)
  })

  it('of the store is found by doctor and repaired by install', async () => {
    const machine = await machineWithGreet()
    const installed = await machine.cli('install', 'greet', '--yes', '--json')
    const { argv } = installed.json<{ installed: { argv: string[] }[] }>().installed[0] ?? { argv: [] }
    await rm(argv.at(-1) ?? '')
    expect((await machine.cli('doctor', '--json')).json()).toMatchObject({
      faults: [{ code: 'program.missing' }],
    })
    expect((await machine.cli('install', 'greet')).status).toBe(2)
    expect((await machine.cli('install', 'greet', '--yes')).status).toBe(0)
    expect((await machine.cli('run', 'greet', 'hello', 'Ann')).stdout).toBe('Hello, Ann!\n')
  })

  it('of the skill is found by doctor and repaired by install', async () => {
    const machine = await machineWithGreet()
    await machine.cli('install', 'greet', '--yes')
    expect((await machine.cli('doctor')).status).toBe(0)
    await writeFile(path.join(machine.workspace, 'skills/cli-app-greet/SKILL.md'), 'my words')
    expect((await machine.cli('doctor', '--json')).json()).toMatchObject({
      faults: [{ code: 'skill.edited', app: 'greet' }],
    })
    await machine.cli('install', 'greet', '--yes')
    expect((await machine.cli('doctor')).status).toBe(0)
  })
})

describe('interruption', () => {
  /** A machine whose download never ends, and a promise that the installer has begun it. */
  async function stalledMachine() {
    let begin = (): void => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const url = await loopbackServer((_request, response) => {
      response.write(archive.subarray(0, 10), () => begin())
    })
    const registry = await folderRegistry([binaryManifest(archive)])
    const machine = await createMachine({
      CLI_APPS_REGISTRY: registry,
      CLI_APPS_MIRRORS: `https://downloads.test/=${url}/`,
    })
    const [program = '', ...args] = [...programArgvOf('cli-apps'), 'install', 'greet', '--yes']
    const child = spawn(program, args, { cwd: machine.workspace, env: machine.environment, stdio: 'ignore' })
    await begun
    return { machine, child, ended: once(child, 'exit') }
  }

  it('by SIGINT cleans up and sets the exit status', async () => {
    const { machine, child, ended } = await stalledMachine()
    child.kill('SIGINT')
    expect(await ended).toEqual([130, null])
    expect(await storeEntries(machine)).toEqual([])
    expect((await machine.cli('list', '--json')).json()).toMatchObject({ apps: [] })
  })

  it('by SIGKILL leaves nothing that the next install cannot clean up', async () => {
    const { machine, child, ended } = await stalledMachine()
    child.kill('SIGKILL')
    await ended
    expect((await machine.cli('list', '--json')).json()).toMatchObject({ apps: [] })
    const { url } = await fileServer({ '/greet.tar.gz': archive })
    machine.environment.CLI_APPS_MIRRORS = `https://downloads.test/=${url}/`
    expect((await machine.cli('install', 'greet', '--yes')).status).toBe(0)
    expect((await machine.cli('run', 'greet', 'hello', 'Ann')).stdout).toBe('Hello, Ann!\n')
  })
})

describe('the command line', () => {
  it.each([
    [['frobnicate'], 2, 'Unknown command: "frobnicate"'],
    [['instal'], 2, 'Did you mean "cli-apps install"?'],
    [['install', '--frob'], 2, 'Unknown option: --frob.'],
    [['install'], 2, 'Missing app name'],
    [['install', 'a b'], 2, 'is not an app name'],
    [['install', 'greet@nonsense range'], 2, 'is not a version or range'],
    [['run', 'greet'], 125, 'is not installed'],
  ])('%j exits with %i', async (args, status, said) => {
    const machine = await machineWithGreet()
    expect(await machine.cli(...args)).toMatchObject({
      status,
      stdout: '',
      stderr: expect.stringContaining(said),
    })
  })

  it.each(['exec', 'run-script'])(
    'names itself as the shell finds it, started by npm %s',
    async (command) => {
      const machine = await createMachine({ npm_command: command })
      const hints = await Promise.all([machine.cli('instal'), machine.cli('install'), machine.cli('list')])
      expect(hints.map(({ stdout, stderr }) => stdout + stderr)).toEqual([
        expect.stringContaining('Did you mean "npx cli-apps install"?'),
        expect.stringContaining('npx cli-apps install <name>[@range] …'),
        expect.stringContaining('Run "npx cli-apps search" to find some.'),
      ])
    },
  )

  it('shows the version and the help of every command', async () => {
    const machine = await createMachine()
    expect((await machine.cli('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    const { stdout } = await machine.cli('--help')
    const names = [...stdout.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name ?? '')
    expect(names).toContain('install')
    expect((await machine.cli('install', '--help')).stdout).toContain('--dry-run')
  })

  it('passes on how an app ended: its status, its signal, its time limit', async () => {
    // None of them stands in its help, so that reading that does not wait for them.
    const slow = greetScript.replace(
      '  env) env ;;',
      '  env) env ;;\n  late) sleep 30 ;;\n  die) kill -KILL $$$$ ;;\n  fail) exit 7 ;;',
    )
    const bytes = await tarball({ 'bin/greet': slow })
    const { url } = await fileServer({ '/greet.tar.gz': bytes })
    const machine = await createMachine({
      CLI_APPS_REGISTRY: await folderRegistry([binaryManifest(bytes)]),
      CLI_APPS_MIRRORS: `https://downloads.test/=${url}/`,
    })
    await machine.cli('install', 'greet', '--yes')
    expect((await machine.cli('run', 'greet', 'fail')).status).toBe(7)
    expect((await machine.cli('run', 'greet', 'die')).status).toBe(137)
    const late = await machine.cli('run', '--timeout', '1', 'greet', 'late')
    expect(late.status).toBe(143)
    expect(late.stderr).toContain('Ended after 1 seconds')
  })

  it('prints the run as one JSON document when --json precedes the name', async () => {
    const machine = await machineWithGreet()
    await machine.cli('install', 'greet', '--yes')
    expect((await machine.cli('run', '--json', 'greet', 'hello', 'Ann')).json()).toMatchObject({
      ok: true,
      stdout: 'Hello, Ann!\n',
    })
  })

  it('makes control characters of third-party text visible', async () => {
    const url = await loopbackServer((_request, response) => {
      const problem = {
        type: 'x',
        title: 'x',
        status: 400,
        detail: 'bad \u001b]0;title\u0007 \u001b[2J',
        code: 'x.y',
      }
      response.writeHead(400, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem))
    })
    const machine = await createMachine({ CLI_APPS_REGISTRY: url })
    const { status, stderr } = await machine.cli('info', 'greet')
    expect(status).toBe(2)
    expect(stderr).toContain('bad')
    expect(stderr).not.toContain('\u001b')
  })

  it('passes all words after the name of an app to the app', async () => {
    const machine = await machineWithGreet()
    await machine.cli('install', 'greet', '--yes')
    const { stdout } = await machine.cli('run', 'greet', '--version', '--json')
    expect(stdout).toBe('greet 1.2.3\n')
  })
})

describe('a registry that does not respond', () => {
  it('is an error with status 9', async () => {
    const machine = await createMachine({ CLI_APPS_REGISTRY: await closedPort() })
    const { status, json } = await machine.cli('info', 'greet', '--json')
    expect(status).toBe(9)
    expect(json()).toMatchObject({ error: { code: 'registry.unreachable' } })
  })

  it('is refused over plain http on another machine', async () => {
    const machine = await createMachine({ CLI_APPS_REGISTRY: 'http://registry.test/' })
    expect((await machine.cli('info', 'greet', '--json')).json()).toMatchObject({
      error: { code: 'network.plain-http' },
    })
  })
})
