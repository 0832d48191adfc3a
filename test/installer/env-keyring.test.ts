import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { exists } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import type { Machine } from '../support/cli.ts'
import { type GreetMachine, greetMachine } from '../support/greet-machine.ts'
import { runWithInput } from '../support/run-with-input.ts'
import { startSecretService, whyNoSecretService } from '../support/secret-service.ts'

const secret = 'tok-4f9a8b7c6d'
const variable = { name: 'GREET_TOKEN', description: 'Token of the account', required: true, secret: true }

const installed = async (): Promise<GreetMachine> => {
  const machine = await greetMachine([{ version: '1.2.3', changes: { requires: { env: [variable] } } }])
  // Where nothing listens.
  machine.environment.DBUS_SESSION_BUS_ADDRESS = 'unix:path=/nonexistent/bus'
  await machine.cli('install', 'greet', '--yes')
  return machine
}
const grantsFileOf = ({ home }: Machine): string => path.join(home, 'config/cli-apps/grants/grants.json')
const env = (machine: Machine, verb: string, ...words: string[]) =>
  machine.cli('env', verb, 'greet', 'GREET_TOKEN', ...words, '--yes', '--json')
const set = (machine: Machine, ...words: string[]) =>
  runWithInput(
    machine,
    `${secret}\n`,
    'env',
    'set',
    'greet',
    'GREET_TOKEN',
    '--value-stdin',
    '--yes',
    ...words,
  )

describe.skipIf(process.platform !== 'linux')('without a keyring', () => {
  it('env set --keyring stores the value nowhere, and says what to do', async () => {
    const machine = await installed()
    const { status, stderr } = await set(machine, '--keyring')
    // 7 where the library is missing too.
    expect([7, 9]).toContain(status)
    expect(stderr).toMatch(/keyring/i)
    expect(stderr).toContain('env set without --keyring')
    expect(stderr).not.toContain(secret)
    expect(await exists(grantsFileOf(machine))).toBe(false)
    expect((await env(machine, 'set', '--keyring', '--dry-run')).json()).toMatchObject({
      error: { code: expect.stringMatching(/^keyring\./) },
    })
  })

  it('a value that is in one is never replaced by none: the run fails, and what is stored is still listed', async () => {
    const machine = await installed()
    await mkdir(path.dirname(grantsFileOf(machine)), { recursive: true, mode: 0o700 })
    const stored = { name: 'GREET_TOKEN', keyring: 'greet/GREET_TOKEN/0011223344556677' }
    const apps = [{ app: 'greet', registry: machine.registryFolder, env: [stored] }]
    await writeFile(grantsFileOf(machine), JSON.stringify({ grants: 1, apps }), { mode: 0o600 })
    for (const words of ['run greet env', 'run --json greet env', 'run greet hello --pipe greet env']) {
      const { status, stdout, stderr } = await machine.cli(...words.split(' '))
      expect({ status, said: stdout + stderr }, words).toEqual({
        status: 125,
        said: expect.stringMatching(/keyring/),
      })
    }
    expect((await machine.cli('env', 'list')).stdout).toMatch(/greet +GREET_TOKEN +set \(keyring\)/)
    expect((await env(machine, 'unset')).json()).toMatchObject({
      error: { code: expect.stringMatching(/^keyring\./) },
    })
    expect(await readFile(grantsFileOf(machine), 'utf8')).toContain(stored.keyring)
    // The way out, where the keyring does not come back.
    const { status, stderr } = await set(machine)
    expect({ status, stderr }).toMatchObject({ status: 0, stderr: expect.stringContaining(stored.keyring) })
    expect((await machine.cli('run', 'greet', 'env')).stdout).toContain(secret)
  })
})

const reason = whyNoSecretService()

describe.skipIf(reason !== undefined)(`a Secret Service${reason === undefined ? '' : ` (${reason})`}`, () => {
  it('has the value, which only runs get and no result shows; env unset deletes it there', async () => {
    const machine = await installed()
    await using service = await startSecretService(machine.home)
    Object.assign(machine.environment, service.environment)
    expect(await set(machine, '--keyring')).toMatchObject({ status: 0 })
    expect(await readFile(grantsFileOf(machine), 'utf8')).not.toContain(secret)
    const listed = await machine.cli('env', 'list', '--json')
    expect(listed.json()).toMatchObject({ apps: [{ keyring: ['GREET_TOKEN'], variables: [{ set: true }] }] })
    expect(listed.stdout).not.toContain(secret)
    expect((await machine.cli('run', 'greet', 'env')).stdout).toContain(`GREET_TOKEN=${secret}\n`)
    const { stdout } = (await machine.cli('run', '--json', 'greet', 'env')).json<{ stdout: string }>()
    expect(stdout).toContain('GREET_TOKEN=[redacted]\n')
    expect(stdout).not.toContain('DBUS_SESSION_BUS_ADDRESS')
    expect((await env(machine, 'unset')).json()).toMatchObject({ set: false, changed: true })
    expect((await machine.cli('run', 'greet', 'env')).stdout).not.toContain('GREET_TOKEN')
  })

  it('takes a value from the file and gives it back', async () => {
    const machine = await installed()
    await using service = await startSecretService(machine.home)
    Object.assign(machine.environment, service.environment)
    expect((await env(machine, 'move', '--keyring')).json()).toMatchObject({
      error: { code: 'env.not-stored' },
    })
    await set(machine)
    expect((await env(machine, 'move', '--keyring')).json()).toMatchObject({
      changed: true,
      place: 'keyring',
    })
    expect(await readFile(grantsFileOf(machine), 'utf8')).not.toContain(secret)
    expect((await env(machine, 'move', '--keyring')).json()).toMatchObject({
      changed: false,
      place: 'keyring',
    })
    expect((await env(machine, 'move')).json()).toMatchObject({ changed: true, place: 'file' })
    expect(await readFile(grantsFileOf(machine), 'utf8')).toContain(secret)
    expect((await machine.cli('run', 'greet', 'env')).stdout).toContain(secret)
  })

  it('that is locked, with nobody there to unlock it, ends the run with an error', async () => {
    const machine = await installed()
    {
      await using service = await startSecretService(machine.home)
      Object.assign(machine.environment, service.environment)
      await set(machine, '--keyring')
    }
    await using locked = await startSecretService(machine.home, { isLocked: true })
    Object.assign(machine.environment, locked.environment)
    const { status, stderr } = await machine.cli('run', 'greet', 'env')
    expect(status).toBe(125)
    expect(stderr).toContain('Unlock it')
  })
})
