import { chmod, cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { exists } from '@cli-apps/core/node'
import { ChangePlan } from '@cli-apps/core/results'
import { describe, expect, it } from 'vitest'
import type { Machine } from '../support/cli.ts'
import { exampleManifestJson } from '../support/example-manifest.ts'
import { writeDocuments } from '../support/folder-registry.ts'
import { type GreetMachine, greetMachine } from '../support/greet-machine.ts'
import { runWithInput } from '../support/run-with-input.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const secret = 'tok-4f9a8b7c6d'
const requires = {
  env: [
    { name: 'GREET_TOKEN', description: 'Token of the account', required: true, secret: true },
    { name: 'GREET_HOST', description: 'Another server', required: false, secret: false },
  ],
  services: [{ name: 'greetd', start: 'greetd start', check: 'greet ping --all' }],
  bins: ['sh', 'no-such-program'],
  accounts: [{ name: 'Greethub', sign_in: ['auth', 'login'] }],
}
/** Two apps of the same program that declare the same variable. */
const twoApps = (): Promise<GreetMachine> =>
  greetMachine([
    { version: '1.2.3', changes: { requires } },
    { name: 'hail', version: '1.2.3', changes: { requires } },
  ])
const set = (machine: GreetMachine, app: string, name: string, value = `${secret}\n`) =>
  runWithInput(machine, value, 'env', 'set', app, name, '--value-stdin', '--yes')
const grantsFileOf = ({ home }: Machine): string => path.join(home, 'config/cli-apps/grants/grants.json')

describe('env set', () => {
  it('passes a secret to the runs of one app, redacts it in results, and passes it to no other app', async () => {
    const machine = await twoApps()
    await machine.cli('install', 'greet', 'hail', '--yes')
    expect(await set(machine, 'greet', 'GREET_TOKEN')).toMatchObject({ status: 0 })
    await set(machine, 'greet', 'GREET_HOST', 'greet.test')
    const { stdout } = (await machine.cli('run', '--json', 'greet', 'env')).json<{ stdout: string }>()
    expect(stdout).toContain('GREET_TOKEN=[redacted]\n')
    expect(stdout).toContain('GREET_HOST=greet.test\n')
    expect(stdout).not.toContain(secret)
    // Output that is passed on is not looked at.
    expect((await machine.cli('run', 'greet', 'env')).stdout).toContain(`GREET_TOKEN=${secret}\n`)
    expect((await machine.cli('run', 'hail', 'env')).stdout).not.toContain('GREET_')
  })

  it('stores it outside the workspace, readable only by this user', async () => {
    const machine = await twoApps()
    await machine.cli('install', 'greet', '--yes')
    await set(machine, 'greet', 'GREET_TOKEN')
    const file = grantsFileOf(machine)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readFile(file, 'utf8')).toContain(secret)
    const files = await readdir(machine.workspace, { recursive: true, withFileTypes: true })
    for (const one of files.filter((entry) => entry.isFile()))
      expect(await readFile(path.join(one.parentPath, one.name), 'utf8')).not.toContain(secret)
  })

  it('stores it for the app of one registry: an app of the same name from another one gets nothing', async () => {
    const machine = await twoApps()
    await machine.cli('install', 'greet', '--yes')
    await set(machine, 'greet', 'GREET_TOKEN')
    await machine.cli('uninstall', 'greet', '--yes')
    const other = await temporaryFolder()
    await cp(machine.registryFolder, other, { recursive: true })
    await machine.cli('install', 'greet', '--registry', other, '--yes')
    expect((await machine.cli('run', 'greet', 'env')).stdout).not.toContain('GREET_TOKEN')
    expect((await machine.cli('env', 'list', '--json')).json()).toMatchObject({
      apps: [{ app: 'greet', registry: other, missing: ['GREET_TOKEN'] }],
      elsewhere: [{ app: 'greet', registry: machine.registryFolder, names: ['GREET_TOKEN'] }],
    })
  })

  it('refuses undeclared variables, reserved ones, and values as arguments', async () => {
    const reserved = { name: 'NODE_OPTIONS', description: 'x', required: false, secret: false }
    const machine = await greetMachine([
      { version: '1.2.3', changes: { requires: { env: [...requires.env, reserved] } } },
    ])
    await machine.cli('install', 'greet', '--yes')
    for (const [words, status, code] of [
      ['set greet OTHER', 4, 'env.undeclared'],
      ['set greet GREET_TOKN', 4, 'env.undeclared'],
      ['set greet PATH', 6, 'env.reserved'],
      ['set greet NODE_OPTIONS', 6, 'env.reserved'],
      [`set greet GREET_TOKEN=${secret}`, 2, 'env.value-as-word'],
      [`set greet GREET_TOKEN ${secret}`, 2, 'cli.bad-env'],
      ['set hail GREET_TOKEN', 4, 'app.not-installed'],
      ['set greet', 2, 'cli.bad-env'],
      ['frob', 2, 'cli.bad-env'],
      ['list a b', 2, 'cli.bad-env'],
    ] as const) {
      const result = await machine.cli('env', ...words.split(' '), '--value-stdin', '--yes', '--json')
      expect(result, words).toMatchObject({ status })
      expect(result.json(), words).toMatchObject({ error: { code } })
      expect(result.stdout + result.stderr).not.toContain(secret)
    }
    expect(await exists(grantsFileOf(machine))).toBe(false)
  })

  it('refuses values that are not valid, and keeps the old one', async () => {
    const machine = await twoApps()
    await machine.cli('install', 'greet', '--yes')
    await set(machine, 'greet', 'GREET_TOKEN')
    const before = await readFile(grantsFileOf(machine), 'utf8')
    for (const value of ['', '\n', 'a\0b']) {
      expect(await set(machine, 'greet', 'GREET_TOKEN', value)).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('GREET_TOKEN'),
      })
    }
    expect(await readFile(grantsFileOf(machine), 'utf8')).toBe(before)
  })

  it('shows what it will write with --dry-run, asks, and needs a terminal or a pipe for the value', async () => {
    const machine = await twoApps()
    await machine.cli('install', 'greet', '--yes')
    const words = ['env', 'set', 'greet', 'GREET_TOKEN'] as const
    const plan = ChangePlan.parse((await machine.cli(...words, '--dry-run', '--json')).json())
    expect(plan.changes[0]?.effects).toEqual([{ effect: 'write', path: grantsFileOf(machine) }])
    expect((await runWithInput(machine, secret, ...words, '--value-stdin')).status).toBe(2)
    expect((await machine.cli(...words, '--yes', '--json')).json()).toMatchObject({
      error: { code: 'env.no-terminal', hint: expect.stringContaining('--value-stdin') },
    })
    expect(await exists(grantsFileOf(machine))).toBe(false)
  })
})

describe('env list and unset', () => {
  it('list names but no values, and remove them', async () => {
    const machine = await twoApps()
    await machine.cli('install', 'greet', 'hail', '--yes')
    await set(machine, 'greet', 'GREET_TOKEN')
    const listed = await machine.cli('env', 'list')
    expect(listed.stdout).toMatch(/greet +GREET_TOKEN +set \(file\) +required, secret/)
    expect(listed.stdout).toMatch(/hail +GREET_TOKEN +missing/)
    expect((await machine.cli('env', 'list', 'greet', '--json')).json()).toMatchObject({
      apps: [
        {
          app: 'greet',
          missing: [],
          variables: [
            { name: 'GREET_TOKEN', set: true, secret: true },
            { name: 'GREET_HOST', set: false },
          ],
        },
      ],
    })
    expect(listed.stdout).not.toContain(secret)
    await machine.cli('uninstall', 'greet', '--yes')
    expect((await machine.cli('env', 'unset', 'greet', 'GREET_TOKEN', '--yes')).status).toBe(0)
    expect(await readFile(grantsFileOf(machine), 'utf8')).not.toContain(secret)
    expect((await machine.cli('env', 'unset', 'greet', 'GREET_TOKEN', '--json')).json()).toMatchObject({
      changed: false,
    })
  })
})

describe('a grants file that others can read', () => {
  it('stops the runs of apps that declare variables, and no others, and reports how to fix it', async () => {
    const machine = await greetMachine([
      { version: '1.2.3', changes: { requires } },
      { name: 'hail', version: '1.2.3' },
    ])
    await machine.cli('install', 'greet', 'hail', '--yes')
    await set(machine, 'greet', 'GREET_TOKEN')
    await chmod(grantsFileOf(machine), 0o644)
    const { status, stderr } = await machine.cli('run', 'greet', 'env')
    expect(status).toBe(125)
    expect(stderr).toContain(`chmod 600 ${grantsFileOf(machine)}`)
    expect((await machine.cli('run', 'hail', 'hello', 'Ann')).stdout).toBe('Hello, Ann!\n')
    expect((await machine.cli('env', 'list', '--json')).json()).toMatchObject({
      error: { code: 'grants.exposed' },
    })
  })
})

describe('variables that an app requires', () => {
  it('are shown at install with how to set them, whatever the shell has set', async () => {
    const machine = await twoApps()
    machine.environment.GREET_TOKEN = 'of the shell'
    const { stdout } = await machine.cli('install', 'greet', '--dry-run')
    expect(stdout).toContain(
      'greet needs GREET_TOKEN (Token of the account), which is not set: cli-apps env set greet GREET_TOKEN',
    )
    expect(stdout).toContain('greet can use GREET_HOST')
    // The program of the app is not on PATH.
    expect(stdout).toContain(
      'greet needs greetd running; start it with: greetd start; check it with: cli-apps run greet ping --all',
    )
    expect(stdout).toContain('greet needs no-such-program, which is not on PATH')
    expect(stdout).toContain(
      'greet works with an account at Greethub; sign in with: cli-apps run greet auth login',
    )
    expect(stdout).not.toContain('needs sh')
    expect((await machine.cli('install', 'greet', '--yes', '--json')).json()).toMatchObject({
      installed: [
        {
          requires: {
            env: [
              { name: 'GREET_TOKEN', required: true, set: false },
              { name: 'GREET_HOST', required: false, set: false },
            ],
            services: [{ name: 'greetd', start: 'greetd start', check: 'cli-apps run greet ping --all' }],
            bins: [
              { name: 'sh', path: expect.any(String) },
              { name: 'no-such-program', path: null },
            ],
            accounts: [{ name: 'Greethub', sign_in: ['auth', 'login'] }],
          },
        },
      ],
    })
    expect((await machine.cli('run', 'greet', 'env')).stdout).not.toContain('of the shell')
  })

  it('are no longer missing once set, and info shows both', async () => {
    const machine = await twoApps()
    expect((await machine.cli('info', 'greet')).stdout).toContain(
      'GREET_TOKEN: Token of the account (required, not set)',
    )
    await machine.cli('install', 'greet', '--yes')
    await set(machine, 'greet', 'GREET_TOKEN')
    expect((await machine.cli('install', 'greet', '--dry-run')).stdout).not.toContain('needs GREET_TOKEN')
    const { stdout, json } = await machine.cli('info', 'greet', '--json')
    expect(json()).toMatchObject({ requires: { env: [{ name: 'GREET_TOKEN', set: true }, { set: false }] } })
    expect(stdout).not.toContain(secret)
  })

  it('are not passed to the program while it is installed and its help is read', async () => {
    const machine = await twoApps()
    await machine.cli('install', 'greet', '--yes')
    await set(machine, 'greet', 'GREET_TOKEN')
    // Where apps may write once they are installed.
    const seen = path.join(machine.workspace, 'seen')
    const spy = exampleManifestJson({
      requires,
      version: '1.3.0',
      entry_point: 'spy',
      install: [{ method: 'bundled', detect: 'spy', instructions: 'x' }],
      recipes: [{ id: 'hello', call: { args: ['hello', 'Ann'] }, expect: {} }],
    })
    await mkdir(path.join(machine.home, 'bin'))
    // Fails where it sees the variable: from the sandbox in which programs are tried it could write no file.
    const script = `#!/bin/sh\n[ -z "$GREET_TOKEN" ] || { env >> '${seen}'; exit 4; }\necho "greet $*"\n`
    await writeFile(path.join(machine.home, 'bin/spy'), script, { mode: 0o755 })
    machine.environment.PATH = `${machine.home}/bin:${machine.environment.PATH}`
    await writeDocuments(machine.registryFolder, [spy])
    expect((await machine.cli('install', 'greet@1.3.0', '--yes')).status).toBe(0)
    expect((await machine.cli('run', 'greet', 'hello')).status).toBe(4)
    expect(await readFile(seen, 'utf8')).toContain(`GREET_TOKEN=${secret}`)
  })
})
