import { access, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { InstallRecord } from '@cli-apps/core'
import { openRecordSignatures, readOwnRecord, workspaceAt } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { createMachine, type Machine } from '../../support/cli.ts'
import { exampleManifestJson } from '../../support/example-manifest.ts'
import { fileServer } from '../../support/file-server.ts'
import { binaryManifest, folderRegistry, greetScript, tarball } from '../../support/folder-registry.ts'
import { npmRegistry } from '../../support/npm-registry.ts'

/** A second program of the package, with help of its own. */
const waveScript = `#!/bin/sh
case "$1" in
  --help) printf 'Usage: wave [options] <name>\\n\\nWaves to somebody\\n\\nOptions:\\n  --both      with both hands\\n  -h, --help  display help\\n' ;;
  *) echo "Waved to $*" ;;
esac
`
const wave = { name: 'wave', summary: 'Wave to somebody', effects: { read: [{ options: ['--both'] }] } }
const bow = { name: 'bow', summary: 'Bow to somebody' }

async function machineWith(
  files: Record<string, string>,
  programs: Record<string, unknown>[],
): Promise<Machine> {
  const archive = await tarball(files)
  const { url } = await fileServer({ '/greet.tar.gz': archive })
  return createMachine({
    CLI_APPS_REGISTRY: await folderRegistry([binaryManifest(archive, { programs })]),
    CLI_APPS_MIRRORS: `https://downloads.test/=${url}/`,
  })
}

const recordText = (machine: Machine): Promise<string> =>
  readFile(path.join(machine.workspace, '.cli-apps/apps/greet.json'), 'utf8')
const recordOf = async (machine: Machine): Promise<InstallRecord> =>
  InstallRecord.parse(JSON.parse(await recordText(machine)))

const both = { 'bin/greet': greetScript, 'bin/wave': waveScript }

describe('an app with two programs', () => {
  it('has both in its record, each with its own command tree', async () => {
    const machine = await machineWith(both, [wave])
    const { status, stderr } = await machine.cli('install', 'greet', '--yes')
    expect(status, stderr).toBe(0)
    const { argv, programs, commands } = await recordOf(machine)
    const [file = ''] = programs?.wave?.argv ?? []
    expect(path.dirname(file)).toBe(path.dirname(argv.at(-1) ?? ''))
    expect(programs?.wave?.commands).toMatch(/^sha256:/)
    expect(programs?.wave?.commands).not.toBe(commands)
    const tree = await readFile(path.join(machine.workspace, '.cli-apps/commands/greet/wave.json'), 'utf8')
    expect(tree).toContain('--both')
    expect((await machine.cli('verify')).status).toBe(0)
  })

  it('is run by the name of either, installed or not', async () => {
    const machine = await machineWith(both, [wave])
    const called = await machine.cli('x', '--yes', 'wave', 'Ann')
    expect(called, called.stderr).toMatchObject({ status: 0, stdout: 'Waved to Ann\n' })
    expect((await machine.cli('x', '--yes', 'greet', 'hello', 'Ann')).stdout).toBe('Hello, Ann!\n')
    await machine.cli('install', 'wave', '--yes')
    expect((await machine.cli('run', 'wave', 'Ann')).stdout).toBe('Waved to Ann\n')
  })

  it('shows the commands of each by "inspect --program"', async () => {
    const machine = await machineWith(both, [wave])
    await machine.cli('install', 'greet', '--yes')
    const inspected = await machine.cli('inspect', 'greet', '--program', 'wave', '--json')
    expect(inspected.json()).toMatchObject({ name: 'wave', options: [{ long: ['--both'] }, {}] })
    expect((await machine.cli('inspect', 'greet', '--program', 'bow', '--json')).json()).toMatchObject({
      error: { code: 'app.no-program', hint: 'Its programs are: greet, wave.' },
    })
    expect((await machine.cli('inspect', 'sh', '--program', 'wave')).status).toBe(4)
  })

  it('runs each, and shows and runs its commands as tools', async () => {
    const machine = await machineWith(both, [wave])
    await machine.cli('install', 'greet', '--yes')
    expect((await machine.cli('run', '--program', 'wave', 'greet', 'a', '--both')).stdout).toBe(
      'Waved to a --both\n',
    )
    const failed = await machine.cli('run', '--program', 'bow', 'greet')
    expect([failed.status, failed.stderr]).toEqual([125, expect.stringContaining('greet, wave')])
    const shown = await machine.cli('tools', 'show', 'greet', '--program', 'wave', '--json')
    expect(shown.json()).toMatchObject({ 'greet/wave': { input: { properties: { both: {} } } } })
    const input = JSON.stringify({ both: true, name: 'Ann' })
    const ran = await machine.cli('tools', 'run', 'greet', '--program', 'wave', '--input', input)
    expect(ran.stdout).toBe('Waved to --both Ann\n')
  })

  it('signs how they start: a changed record is not the user’s', async () => {
    const machine = await machineWith(both, [wave])
    await machine.cli('install', 'greet', '--yes')
    const file = path.join(machine.workspace, '.cli-apps/apps/greet.json')
    await writeFile(file, (await recordText(machine)).replaceAll('bin/wave', 'bin/sh'))
    const signatures = openRecordSignatures(machine.environment.CLI_APPS_HOME ?? '')
    const { name } = await recordOf(machine)
    await expect(readOwnRecord(workspaceAt(machine.workspace), name, signatures)).rejects.toMatchObject({
      code: 'record.foreign',
    })
  })

  it('has the same record from the store as from the first install', async () => {
    const machine = await machineWith(both, [wave])
    await machine.cli('install', 'greet', '--yes')
    const { programs } = await recordOf(machine)
    await machine.cli('uninstall', 'greet', '--yes')
    await expect(
      access(path.join(machine.workspace, '.cli-apps/commands/greet/wave.json')),
    ).rejects.toMatchObject({ code: 'ENOENT' })
    await machine.cli('install', 'greet', '--yes')
    expect((await recordOf(machine)).programs).toEqual(programs)
  })

  it('is repaired when the tree or the file of one is gone', async () => {
    const machine = await machineWith(both, [wave])
    await machine.cli('install', 'greet', '--yes')
    const { programs } = await recordOf(machine)
    const tree = path.join(machine.workspace, '.cli-apps/commands/greet/wave.json')
    const text = await readFile(tree, 'utf8')
    for (const file of [tree, programs?.wave?.argv[0] ?? '']) {
      await rm(file)
      const verdict = await machine.cli('verify', '--json')
      expect(verdict.status, verdict.stdout).toBe(8)
      expect(verdict.stdout).toContain('greet/wave')
      expect((await machine.cli('doctor', '--fix', '--yes')).status).toBe(0)
      expect((await machine.cli('verify')).status).toBe(0)
    }
    expect(await readFile(tree, 'utf8')).toBe(text)
  })
})

describe('a program that a manifest names', () => {
  it('is noted when it is missing, and the app is installed without it', async () => {
    const machine = await machineWith(both, [wave, bow])
    const { status, stderr } = await machine.cli('install', 'greet', '--yes')
    expect(status).toBe(0)
    expect(stderr).toContain('greet does not bring these programs here: bow.')
    expect(Object.keys((await recordOf(machine)).programs ?? {})).toEqual(['wave'])
    expect((await machine.cli('verify')).status).toBe(0)
  })

  it('is refused when it runs any other program, whatever it is called', async () => {
    const runner = '#!/bin/sh\nexec "$@"\n'
    const machine = await machineWith({ ...both, 'bin/wave': runner }, [wave])
    const { json } = await machine.cli('install', 'greet', '--yes', '--json')
    expect(json()).toMatchObject({ error: { code: 'app.general-program' } })
    expect((await machine.cli('list', '--json')).json()).toMatchObject({ apps: [] })
    const allowed = await machine.cli('install', 'greet', '--yes', '--allow-general')
    expect(allowed.status, allowed.stderr).toBe(0)
    expect((await recordOf(machine)).programs?.wave?.general).toContain('runs its arguments')
  })

  it('is found under another name where a method has one', async () => {
    const files = { 'bin/greet': greetScript, 'bin/wave-6': waveScript }
    const machine = await machineWith(files, [{ ...wave, bin: { binary: 'wave-6' } }])
    await machine.cli('install', 'greet', '--yes')
    expect((await recordOf(machine)).programs?.wave?.argv[0]).toMatch(/bin\/wave-6$/)
  })

  it('is found among the executables of an npm package', async () => {
    const program = (name: string) => `#!/usr/bin/env node\nconsole.log('${name} 1.2.3')\n`
    const npm = await npmRegistry([
      {
        name: 'greet',
        version: '1.2.3',
        files: { 'cli.js': program('greet'), 'other/wave.js': program('wave') },
        json: { bin: { greet: 'cli.js', wave: 'other/wave.js' } },
      },
    ])
    const machine = await createMachine({
      CLI_APPS_REGISTRY: await folderRegistry([exampleManifestJson({ programs: [wave, bow] })]),
      CLI_APPS_MIRRORS: `https://registry.npmjs.org/=${npm.url}/`,
      npm_config_fetch_retries: '0',
    })
    const { status, stderr } = await machine.cli('install', 'greet', '--yes')
    expect(status, stderr).toBe(0)
    const { programs } = await recordOf(machine)
    expect(programs?.wave?.argv).toEqual([process.execPath, expect.stringMatching(/greet\/other\/wave\.js$/)])
    expect(Object.keys(programs ?? {})).toEqual(['wave'])
  })
})
