import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { chooseFound } from '../../../services/installer/src/adopt/scan-path.ts'
import { InitResult } from '../../../services/installer/src/commands/setup/init-result.ts'
import { createMachine, type Machine } from '../../support/cli.ts'
import { writeProgram } from '../../support/deploy-script.ts'
import { inTerminal } from '../../support/in-terminal.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** Has the program of the entry `act`, and another program with the name of `aichat`. */
async function machineWithPrograms(): Promise<{ machine: Machine; folder: string }> {
  const [machine, folder] = [await createMachine(), await temporaryFolder()]
  const help = "printf 'Usage: act [options]\\n\\nOptions:\\n  --version  print the version\\n'"
  await writeProgram(
    path.join(folder, 'act'),
    `#!/bin/sh\n[ "$1" = --version ] && echo "act version 0.2.9" && exit\n${help}\n`,
  )
  await writeProgram(path.join(folder, 'aichat'), '#!/bin/sh\necho "something else 1.0"\n')
  machine.environment.PATH = `${folder}:/usr/bin:/bin`
  return { machine, folder }
}

describe('init --scan', () => {
  it('only lists what it finds without a terminal, also with --yes', async () => {
    const { machine, folder } = await machineWithPrograms()
    const { status, json } = await machine.cli('init', '--scan', '--yes', '--json')
    expect(status).toBe(0)
    expect(InitResult.parse(json())).toEqual(json())
    expect(json()).toMatchObject({ adopted: [], refused: [] })
    expect(json<InitResult>().found).toContainEqual({
      name: 'act',
      program: path.join(folder, 'act'),
      summary: expect.any(String),
    })
    const { stdout } = await machine.cli('init', '--scan', '--yes')
    expect(stdout).toMatch(/\d+ +act +.*\/act /)
    expect(stdout).toContain('cli-apps install NAME --adopt')
    expect(await readdir(machine.workspace)).not.toContain('skills')
  })

  it('adopts what a person chooses after a check, and says what is another program', async () => {
    const { machine } = await machineWithPrograms()
    const terminal = inTerminal(machine, 'init', '--scan')
    await terminal.shows('Do you want to continue?')
    terminal.type('\r')
    await terminal.shows('Which do you want to adopt?')
    terminal.type('act aichat\r')
    await terminal.shows('aichat (entry ')
    terminal.type('y\r')
    const { status, shown } = await terminal.ended
    expect(status).toBe(0)
    expect(shown).toMatch(/act 0\.2\.9 \(.*\) was already on this machine/)
    expect(shown).toContain('aichat is not adopted')
    const listed = await machine.cli('list', '--json')
    expect(listed.stdout).toContain('"act"')
    expect(listed.stdout).not.toContain('"aichat"')
    const again = await machine.cli('init', '--scan', '--json')
    expect(again.json<InitResult>().found?.map(({ name }) => name)).not.toContain('act')
  })

  it('refuses a workspace with other registries than the catalog', async () => {
    const { machine } = await machineWithPrograms()
    await writeFile(
      path.join(machine.workspace, 'cli-apps.json'),
      JSON.stringify({ apps: {}, registries: ['https://apps.example.org/'] }),
    )
    expect(await machine.cli('init', '--scan', '--yes')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--scan knows the packaged catalog'),
    })
  })
})

describe('a choice', () => {
  const found = ['act', 'jq', 'zip'].map((name) => ({ name: name as never, program: name, summary: name }))
  it.each([
    ['', []],
    ['all', ['act', 'jq', 'zip']],
    ['1, zip', ['act', 'zip']],
    ['jq 2 jq', ['jq']],
  ])('of %j takes %j', (answer, names) => {
    expect(chooseFound(answer, found).map(({ name }) => name)).toEqual(names)
  })

  it.each(['4', '0', 'al', 'jq x'])('of %j is refused', (answer) => {
    expect(() => chooseFound(answer, found)).toThrow(/neither a number nor a name/)
  })
})
