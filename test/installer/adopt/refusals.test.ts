import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createMachine, type Machine } from '../../support/cli.ts'
import { writeProgram } from '../../support/deploy-script.ts'
import { exampleManifestJson } from '../../support/example-manifest.ts'
import { folderRegistry } from '../../support/folder-registry.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

async function machineWith(programs: Readonly<Record<string, string | undefined>>): Promise<Machine> {
  const machine = await createMachine()
  for (const [name, text] of Object.entries(programs))
    await writeProgram(path.join(machine.workspace, 'bin', name), text)
  return machine
}

/** The workspace must be as it was. */
const nothingWritten = async ({ workspace }: Machine): Promise<void> =>
  expect((await readdir(workspace)).filter((file) => file !== 'bin' && file !== '.cli-apps')).toEqual([])

/** No machine has a program or a manual page of this name. */
const unknown = 'cli-apps-test-silent'

describe('adopt refuses', () => {
  it.each([
    ['a file that is not executable', './bin/text', 2, 'chmod +x'],
    ['a folder', './bin/folder', 2, 'is a folder'],
    ['a missing file', './bin/none', 4, 'Program not found'],
    ['a file that is no program', './bin/noise', 10, 'cannot be started'],
    ['a name that is not on PATH', unknown, 4, `cli-apps adopt ./${unknown}`],
    ['a program without help', `./bin/${unknown}`, 10, 'prints no help that can be read'],
    ['bytes that are no text', './bin/bytes', 10, 'prints no help that can be read'],
    ['a shell under another name', './bin/shell', 6, '--allow-general'],
    ['a script that runs its arguments', './bin/runner', 6, '--allow-general'],
  ])('%s', async (_, word, status, text) => {
    const machine = await machineWith({
      noise: 'no script',
      [unknown]: '#!/bin/sh\nexit 0\n',
      bytes: "#!/bin/sh\nprintf 'Usage: \\377\\376\\375 \\200x\\n\\n  -\\377 \\201\\n'\n",
      runner: '#!/bin/sh\nexec "$@"\n',
    })
    await writeFile(path.join(machine.workspace, 'bin/text'), 'text')
    await mkdir(path.join(machine.workspace, 'bin/folder'))
    await symlink('/bin/sh', path.join(machine.workspace, 'bin/shell'))
    if (word === unknown) machine.environment.PATH = '/usr/bin:/bin'
    if (word === unknown) await symlink(`bin/${unknown}`, path.join(machine.workspace, unknown))
    const answer = await machine.cli('adopt', word, '--yes')
    expect(answer).toMatchObject({ status, stderr: expect.stringContaining(text) })
    if (word !== unknown) await nothingWritten(machine)
  })

  it('a program that is neither in the workspace nor on PATH', async () => {
    const machine = await createMachine()
    const file = path.join(await temporaryFolder(), 'deploy')
    await writeProgram(file)
    expect(await machine.cli('adopt', file, '--yes')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('neither in this workspace nor on PATH'),
    })
  })

  it.each(['clear\u001b[2J', `${'d/'.repeat(160)}deploy`])(
    'a place that no manifest can name: %j',
    async (name) => {
      const machine = await machineWith({})
      const file = path.join(machine.workspace, 'bin', name)
      await mkdir(path.dirname(file), { recursive: true })
      await writeProgram(file)
      expect(await machine.cli('adopt', file, '--yes')).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('A manifest cannot name the program'),
      })
      await nothingWritten(machine)
    },
  )

  it('a name that the workspace has', async () => {
    const machine = await machineWith({ deploy: undefined, other: undefined })
    await machine.cli('adopt', './bin/deploy', '--yes')
    expect(await machine.cli('adopt', './bin/other', '--name', 'deploy', '--yes')).toMatchObject({
      status: 5,
      stderr: expect.stringContaining('already has an app deploy'),
    })
    expect(await machine.cli('adopt', './bin/other', '--name', 'No Name', '--yes')).toMatchObject({
      status: 2,
    })
  })

  it('a name of which nothing is left', async () => {
    const machine = await machineWith({ ___: undefined })
    expect(await machine.cli('adopt', './bin/___', '--yes')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--name NAME'),
    })
  })

  it('a program that it installed itself', async () => {
    const machine = await machineWith({ deploy: undefined })
    await writeProgram(path.join(machine.workspace, '.cli-apps/bin/deploy'))
    expect(await machine.cli('adopt', './.cli-apps/bin/deploy', '--yes')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('was installed by cli-apps'),
    })
  })
})

it('only a manifest file may name a program of the workspace, never a registry', async () => {
  const install = [{ method: 'adopted', path: 'bin/greet' }]
  const registry = await folderRegistry([exampleManifestJson({ install })])
  const machine = await machineWith({ greet: undefined })
  expect(await machine.cli('install', 'greet', '--registry', registry, '--yes')).toMatchObject({
    status: 7,
    stderr: expect.stringContaining('No install method'),
  })
  await writeFile(
    path.join(machine.workspace, 'greet.json'),
    JSON.stringify(exampleManifestJson({ install })),
  )
  expect(await machine.cli('validate', './greet.json', '--offline')).toMatchObject({
    status: 3,
    stdout: expect.stringContaining('belongs to one workspace'),
  })
})
