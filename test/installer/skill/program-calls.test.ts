import { execFileSync } from 'node:child_process'
import { appendFile, chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { type GreetMachine, greetMachine } from '../../support/greet-machine.ts'

const recipes = [{ id: 'greet', task: 'Greet somebody', call: { args: ['hello', "it's $HOME"] } }]

/** A workspace whose agents have a shell and no tool, and are to call programs themselves. */
async function withProgramCalls(): Promise<GreetMachine> {
  const machine = await greetMachine([{ version: '1.2.3', changes: { recipes } }])
  await machine.write('cli-apps.json', JSON.stringify({ apps: {}, skills: { calls: 'program' } }))
  return machine
}

const calls = async ({ workspace }: GreetMachine): Promise<string[]> => {
  const text = await readFile(path.join(workspace, '.claude/skills/cli-app-greet/SKILL.md'), 'utf8')
  return [...text.matchAll(/`([^`]*it's[^`]*)`/g)].map(([, call = '']) => call)
}
const putOnPath = ({ environment }: GreetMachine, folder: string): void => {
  environment.PATH = `${folder}${path.delimiter}${environment.PATH}`
}

it('names the program itself once PATH leads to it, and such a call works in a shell', async () => {
  const machine = await withProgramCalls()
  await machine.cli('install', 'greet', '--yes', '--agent', 'claude-code')
  expect(await calls(machine)).toEqual([`cli-apps run greet hello "it's \\$HOME"`])
  await machine.cli('shim', 'greet', '--yes')
  putOnPath(machine, path.join(machine.environment.CLI_APPS_HOME ?? '', 'bin'))
  expect((await machine.cli('skill', 'render', 'greet', '--yes')).status).toBe(0)
  expect(await calls(machine)).toEqual([`greet hello "it's \\$HOME"`])
  const printed = execFileSync('sh', ['-c', (await calls(machine))[0] ?? ''], { env: machine.environment })
  expect(String(printed)).toContain("it's $HOME")
  expect((await machine.cli('verify')).status).toBe(0)
  // As the shim of a version before an update, which starts another program.
  await appendFile(path.join(machine.environment.CLI_APPS_HOME ?? '', 'bin/greet'), '# of another version\n')
  await machine.cli('skill', 'render', 'greet', '--yes')
  expect(await calls(machine)).toEqual([`cli-apps run greet hello "it's \\$HOME"`])
})

it('does not name a program of the same name that somebody else put on PATH', async () => {
  const machine = await withProgramCalls()
  const folder = path.join(machine.home, 'other')
  await mkdir(folder)
  await writeFile(path.join(folder, 'greet'), '#!/bin/sh\n')
  await chmod(path.join(folder, 'greet'), 0o755)
  putOnPath(machine, folder)
  await machine.cli('install', 'greet', '--yes', '--agent', 'claude-code')
  expect(await calls(machine)).toEqual([`cli-apps run greet hello "it's \\$HOME"`])
})

it('names it only where the workspace says so', async () => {
  const machine = await greetMachine([{ version: '1.2.3', changes: { recipes } }])
  await machine.cli('install', 'greet', '--yes', '--agent', 'claude-code')
  await machine.cli('shim', 'greet', '--yes')
  putOnPath(machine, path.join(machine.environment.CLI_APPS_HOME ?? '', 'bin'))
  await machine.cli('skill', 'render', 'greet', '--yes')
  expect(await calls(machine)).toEqual([`cli-apps run greet hello "it's \\$HOME"`])
})
