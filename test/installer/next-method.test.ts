import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createMachine, type Machine } from '../support/cli.ts'
import { exampleManifestJson } from '../support/example-manifest.ts'
import { type FakeApt, fakeApt } from '../support/fake-apt.ts'
import { closedPort, fileServer } from '../support/file-server.ts'
import { binaryManifest, folderRegistry, greetScript, tarball } from '../support/folder-registry.ts'
import { inTerminal } from '../support/in-terminal.ts'
import { npmRegistry } from '../support/npm-registry.ts'

const aptMethod = { method: 'apt', package: 'greet' }
const npmMethod = { method: 'npm', package: 'greet', version: '1.2.3' }

interface Ways {
  machine: Machine
  apt: FakeApt
  binary: Record<string, unknown>
  /** URL under which the download is there. */
  server: string
}

/** A machine with Debian's tools and an npm registry without any package; `methods` makes the manifest's list. */
async function machineWith(
  methods: (binary: Record<string, unknown>) => Record<string, unknown>[],
  { down = false, bytes }: { down?: boolean; bytes?: string } = {},
): Promise<Ways> {
  const archive = await tarball({ 'bin/greet': greetScript })
  const { url: server } = await fileServer({ '/greet.tar.gz': bytes ?? archive })
  const [binary] = binaryManifest(archive).install as [Record<string, unknown>]
  const manifest = exampleManifestJson({ install: methods(binary), homepage: 'https://greet.test/' })
  const apt = await fakeApt(greetScript)
  const npm = await npmRegistry([])
  const machine = await createMachine({
    CLI_APPS_REGISTRY: await folderRegistry([manifest]),
    CLI_APPS_MIRRORS: `https://downloads.test/=${down ? await closedPort() : server}/`,
    npm_config_registry: npm.url,
    npm_config_fetch_retries: '0',
  })
  machine.environment.PATH = `${apt.bin}:${machine.environment.PATH}`
  return { machine, apt, binary, server }
}

const binaryThenApt = (binary: Record<string, unknown>) => [binary, aptMethod]

const methodInLock = async ({ workspace }: Machine): Promise<string[]> => {
  const lock = JSON.parse(await readFile(path.join(workspace, 'cli-apps.lock'), 'utf8'))
  return Object.values(lock.apps.greet.platforms as Record<string, { method: string }>).map(
    ({ method }) => method,
  )
}

const storeEntries = ({ environment }: Machine): Promise<string[]> =>
  readdir(path.join(environment.CLI_APPS_HOME ?? '', 'store', 'greet', '1.2.3')).catch(() => [])

describe('when a method fails for a reason of its own', () => {
  it('takes the next one, says why, and locks what was used', async () => {
    const { machine } = await machineWith((binary) => [npmMethod, binary])
    const { status, json, stderr } = await machine.cli('install', 'greet', '--yes', '--json')
    expect(status, stderr).toBe(0)
    const { installed } = json<{ installed: { passed_over: { log: string }[] }[] }>()
    expect(installed).toMatchObject([
      {
        method: 'binary',
        passed_over: [
          { method: 'npm', code: 'install.package-missing', reason: expect.stringContaining('E404') },
        ],
      },
    ])
    expect(stderr).toMatch(
      /greet: instead of npm: Could not install greet@1\.2\.3 with npm: .*\. Trying binary\./,
    )
    expect(await readFile(installed[0]?.passed_over[0]?.log ?? '', 'utf8')).toContain('E404')
    expect(await methodInLock(machine)).toEqual(['binary'])
    // Nothing of the failed method is left.
    expect(await storeEntries(machine)).toHaveLength(1)
  })

  it('stays with the method that the lockfile holds, also in ci', async () => {
    const { machine, apt } = await machineWith(binaryThenApt)
    expect((await machine.cli('install', 'greet', '--yes', '--method', 'apt')).status).toBe(0)
    const again = await machine.cli('install', 'greet', '--yes', '--json')
    expect(again.json()).toMatchObject({ installed: [{ method: 'apt', source: 'present' }] })
    expect((await machine.cli('ci', '--yes', '--json')).json()).toMatchObject({
      restored: [{ method: 'apt' }],
    })
    expect(await methodInLock(machine)).toEqual(['apt'])
    expect(await apt.calls()).toHaveLength(1)
  })

  it('does not fall back in ci', async () => {
    const { machine, apt } = await machineWith(binaryThenApt)
    expect((await machine.cli('install', 'greet', '--yes')).status).toBe(0)
    machine.environment.CLI_APPS_HOME = `${machine.home}/other`
    machine.environment.CLI_APPS_MIRRORS = `https://downloads.test/=${await closedPort()}/`
    const { status, json } = await machine.cli('ci', '--yes', '--json')
    expect([status, json()]).toMatchObject([9, { error: { code: 'download.failed' } }])
    expect(await apt.calls()).toEqual([])
  })

  it('does not fall back from the method that was asked for', async () => {
    const { machine, apt } = await machineWith(binaryThenApt, { down: true })
    const { status, json } = await machine.cli('install', 'greet', '--yes', '--json', '--method', 'binary')
    expect([status, json()]).toMatchObject([9, { error: { code: 'download.failed' } }])
    expect(await apt.calls()).toEqual([])
  })

  it('never takes another one after a failed integrity check', async () => {
    const { machine, apt } = await machineWith(binaryThenApt, { bytes: 'something else' })
    const { status, json } = await machine.cli('install', 'greet', '--yes', '--json')
    expect([status, json()]).toMatchObject([8, { error: { code: 'download.checksum-mismatch' } }])
    expect([await apt.calls(), await storeEntries(machine)]).toEqual([[], []])
  })
})

describe('a method that needs more than was confirmed', () => {
  it('is passed over with --yes, and the error names every way', async () => {
    const { machine, apt } = await machineWith(
      (binary) => [
        binary,
        aptMethod,
        { method: 'brew', formula: 'greet' },
        { method: 'winget', id: 'Greet.Greet' },
      ],
      { down: true },
    )
    machine.environment.PATH = machine.environment.PATH?.replace(/[^:]*linuxbrew[^:]*:?/g, '') ?? ''
    const { status, json } = await machine.cli('install', 'greet', '--yes', '--json')
    const { error } = json<{ error: { hint: string } }>()
    expect([status, error]).toMatchObject([
      9,
      {
        code: 'download.failed',
        details: {
          homepage: 'https://greet.test/',
          passed_over: [
            { method: 'binary', code: 'download.failed' },
            { method: 'apt', code: 'consent.root' },
          ],
          commands: expect.arrayContaining([['brew', 'install', 'greet']]),
        },
      },
    ])
    expect(error.hint).toContain('pass --method apt')
    expect(error.hint).toContain('Homepage: https://greet.test/')
    expect(error.hint).toContain('brew install greet')
    expect(error.hint).not.toContain('winget')
    expect([await apt.calls(), await storeEntries(machine)]).toEqual([[], []])
    expect((await machine.cli('list', '--json')).json()).toMatchObject({ apps: [] })
  })

  it.each([
    ['y', 0],
    ['n', 9],
  ])('is asked about at a terminal when its turn comes: %s', async (answer, expected) => {
    const { machine, apt } = await machineWith(binaryThenApt, { down: true })
    const person = inTerminal(machine, 'install', 'greet')
    const plan = await person.shows('[Y/n]')
    expect(plan).toMatch(/otherwise: apt greet \(asks first: root, packages from the Debian\s+archive\)/)
    person.type('y\r')
    const asked = await person.shows('[y/N]')
    expect(asked).toMatch(/greet by apt needs root/)
    person.type(`${answer}\r`)
    const { status } = await person.ended
    expect(status).toBe(expected)
    expect(await apt.installed()).toEqual(answer === 'y' ? ['greet'] : [])
    if (answer === 'y') expect(await methodInLock(machine)).toEqual(['apt'])
  })

  it('makes way before the plan is confirmed if it would run code that was not allowed', async () => {
    const { machine } = await machineWith((binary) => [{ ...npmMethod, scripts: ['greet'] }, binary])
    const { changes } = (await machine.cli('install', 'greet', '--dry-run', '--json')).json<{
      changes: { facts: { method: string }; remarks: string[] }[]
    }>()
    expect(changes).toMatchObject([
      { facts: { method: 'binary' }, remarks: ['instead of npm: it needs --allow-scripts greet'] },
    ])
    const allowed = await machine.cli('install', 'greet', '--dry-run', '--json', '--allow-scripts', 'greet')
    expect(allowed.json()).toMatchObject({ changes: [{ facts: { method: 'npm' } }] })
  })
})

describe('the plan', () => {
  it('is one line with what needs attention, and everything with --verbose', async () => {
    const { machine } = await machineWith(binaryThenApt)
    const plan = await machine.cli('install', 'greet', '--dry-run')
    expect(plan.stdout).toMatch(
      /^greet 1\.2\.3 with binary from 127\.0\.0\.1:\d+, \d+ B {2}\(registry .*\)\n {2}note {4}otherwise: apt greet .*\n/,
    )
    expect(plan.stdout).not.toMatch(/write|cli-apps\.lock/)
    const verbose = await machine.cli('install', 'greet', '--dry-run', '--verbose')
    expect(verbose.stdout).toContain(path.join(machine.workspace, 'cli-apps.lock'))
  })

  it('lists the alternatives and what they ask for, for programs', async () => {
    const { machine } = await machineWith(binaryThenApt)
    const plan = await machine.cli('install', 'greet', '--dry-run', '--json')
    expect(plan.json()).toMatchObject({
      changes: [
        {
          facts: {
            method: 'binary',
            passed_over: [],
            alternatives: [
              { method: 'apt', name: 'apt greet', asks_first: ['root', 'packages from the Debian archive'] },
            ],
          },
        },
      ],
    })
  })
})
