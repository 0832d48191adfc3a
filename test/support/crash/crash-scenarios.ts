import { readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { writeProgram } from '../deploy-script.ts'
import type { CrashMachine } from './crash-machine.ts'

/** Something that is killed at every point. */
export interface CrashScenario {
  name: string
  /** Commands that lead to the state of before. */
  before?: readonly Prepared[]
  /** The command that is killed. */
  command: readonly string[]
  /** What it reads from its standard input. */
  input?: string
  /** The command whose end is the state of after, where it is not the killed one. */
  completes?: readonly string[]
}

/**
 * A command that is run to its end, or killed at the first point whose name contains `killedAt`; or something that a
 * person does.
 */
export type Prepared =
  | { command: readonly string[]; killedAt?: string }
  | ((machine: CrashMachine) => Promise<unknown>)

const install = (...names: string[]): readonly string[] => ['install', ...names, '--yes']
const uninstall = (...names: string[]): readonly string[] => ['uninstall', ...names, '--yes']
const done = (...command: string[]): Prepared => ({ command: [...command, '--yes'] })

/** Adding a command to the crash test is one line here. */
export const crashScenarios: readonly CrashScenario[] = [
  { name: 'install of a download', command: install('greet@1.2.3') },
  { name: 'install by a package manager', command: install('pack') },
  { name: 'install out of the store', before: inStore('greet@1.2.3'), command: install('greet@1.2.3') },
  { name: 'second app', before: [done('install', 'greet@1.2.3')], command: install('hail') },
  { name: 'another version', before: [done('install', 'greet@1.2.3')], command: install('greet@2.0.0') },
  { name: 'three apps at once', command: install('greet@1.2.3', 'pack', 'hail') },
  { name: 'uninstall', before: [done('install', 'greet@1.2.3', 'hail')], command: uninstall('greet') },
  { name: 'install with apt', command: install('sys') },
  { name: 'uninstall with apt', before: [done('install', 'sys', 'hail')], command: uninstall('sys') },
  {
    name: 'recovery of an install that was decided',
    before: [{ command: install('greet@1.2.3'), killedAt: 'before rename .cli-apps/txn/…/2' }],
    command: ['list'],
    completes: install('greet@1.2.3'),
  },
  { name: 'adopt', before: [ownProgram], command: ['adopt', './bin/deploy', '--yes'] },
  {
    name: 'connect',
    before: [done('install', 'greet@1.2.3')],
    command: ['connect', 'claude-code', 'codex', '--yes'],
  },
  {
    name: 'disconnect',
    before: [done('install', 'greet@1.2.3'), done('connect', 'claude-code', 'codex')],
    command: ['disconnect', 'claude-code', 'codex', '--yes'],
  },
  {
    name: 'init with one skill for all apps',
    before: [done('install', 'greet@1.2.3', 'hail'), done('init', '--agent', 'claude-code')],
    command: ['init', '--skills', 'umbrella', '--yes'],
  },
  {
    name: 'uninstall behind one skill for all apps',
    before: [
      done('install', 'greet@1.2.3', 'hail'),
      done('init', '--agent', 'claude-code', '--skills', 'umbrella'),
    ],
    command: uninstall('greet'),
  },
  { name: 'playbook add', command: ['playbook', 'add', 'csv-to-chart', '--yes'] },
  {
    name: 'playbook remove',
    before: [done('playbook', 'add', 'csv-to-chart')],
    command: ['playbook', 'remove', 'csv-to-chart', '--yes'],
  },
  {
    name: 'uninstall of an adopted program',
    before: [ownProgram, done('adopt', './bin/deploy')],
    command: uninstall('deploy'),
  },
  {
    name: 'recovery of an uninstall that was decided',
    before: [done('install', 'greet@1.2.3'), { command: uninstall('greet'), killedAt: 'after rm skills/' }],
    command: ['list'],
    completes: uninstall('greet'),
  },
  {
    name: 'install after a package manager was left at work',
    before: [{ command: install('pack'), killedAt: 'after rename store/pack/1.2.3/…/building.json' }],
    command: install('pack'),
  },
  { name: 'ci', before: [done('install', 'greet@1.2.3', 'hail'), asCloned], command: ['ci', '--yes'] },
  {
    name: 'update',
    before: [done('install', 'greet@1.2.3')],
    command: ['update', 'greet', '--latest', '--yes'],
  },
  {
    name: 'pin',
    before: [done('install', 'greet@1.2.3')],
    command: ['pin', 'greet', '--reason', 'fits', '--yes'],
  },
  {
    name: 'repair of a program',
    before: [done('install', 'greet@1.2.3', 'hail'), damageOf('greet')],
    command: ['doctor', '--fix', '--yes'],
  },
  {
    name: 'repair of a program by a package manager',
    before: [done('install', 'pack'), damageOf('pack')],
    command: ['doctor', '--fix', '--yes'],
  },
  {
    name: 'env set',
    before: [done('install', 'keyed')],
    command: ['env', 'set', 'keyed', 'GREETING', '--value-stdin', '--yes'],
    input: 'hello there',
  },
  { name: 'init', command: ['init', '--agent', 'claude-code', '--yes'] },
  { name: 'install for an agent', command: [...install('greet@1.2.3'), '--agent', 'claude-code'] },
  { name: 'cache prune', before: inStore('greet@1.2.3'), command: ['cache', 'prune', '--all', '--yes'] },
]

/** The program stands in the store, and no app is in the workspace. */
function inStore(name: string): Prepared[] {
  return [done('install', name), done('uninstall', name.replace(/@.*/, ''))]
}

/** What version control keeps of a workspace. */
async function ownProgram({ workspace }: CrashMachine): Promise<void> {
  await writeProgram(path.join(workspace, 'bin/deploy'))
}

async function asCloned({ workspace }: CrashMachine): Promise<void> {
  for (const folder of ['.cli-apps', 'skills'])
    await rm(path.join(workspace, folder), { recursive: true, force: true })
}

/** Somebody wrote into the program of an app. */
function damageOf(name: string): (machine: CrashMachine) => Promise<unknown> {
  return async ({ home }) => {
    const store = path.join(home, 'store', name)
    const file = (await readdir(store, { recursive: true })).find((one) => /(bin\/greet|cli\.js)$/.test(one))
    if (file === undefined) throw new Error(`${store} holds no program`)
    await writeFile(path.join(store, file), '#!/bin/sh\necho damaged\n')
  }
}
