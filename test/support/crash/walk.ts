import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseAppName } from '@cli-apps/core'
import { namesIn, readRecord, workspaceAt } from '@cli-apps/core/node'
import { isEntryWhole } from '../../../services/installer/src/store/is-entry-whole.ts'
import { listEntries } from '../../../services/installer/src/store/list-entries.ts'
import { type CrashMachine, type CrashResult, createCrashMachine } from './crash-machine.ts'
import type { WalkSite } from './walk-site.ts'
import { pick, type WalkCommand, type WalkStep, walkSteps } from './walk-steps.ts'

/** A user with two workspaces that share one store, and the npm of this host. */
export interface Walk {
  machine: CrashMachine
  workspaces: readonly string[]
  /** How long the last command of a step took, by its name, in milliseconds. */
  durations: Map<string, number>
  /** Folders of entries that were damaged on purpose. One that no workspace uses any more stays as it is; doctor proves the others. */
  damaged: Set<string>
}

/** What a step did, and what was found wrong after it. */
export interface WalkOutcome {
  step: string
  /** Was a process killed, or did it end before its time came? */
  isKilled: boolean
  faults: string[]
}

/** Makes the user in `folder`, which the caller owns. */
export async function openWalk(folder: string, site: WalkSite, program?: readonly string[]): Promise<Walk> {
  const machine = await createCrashMachine(
    folder,
    { url: site.registry },
    {
      ...(program && { program }),
      usesRealNpm: true,
      env: {
        CLI_APPS_MIRRORS: `https://registry.npmjs.org/=${site.npm}/ https://downloads.test/=${site.files}`,
      },
    },
  )
  const workspaces = ['one', 'two'].map((name) => path.join(machine.live, name))
  for (const workspace of workspaces) await mkdir(workspace)
  return { machine, workspaces, durations: new Map(), damaged: new Set() }
}

/**
 * Takes a random step and kills one of its processes, not its group, at a random time. Then the same commands run again, at
 * once, while a package manager may still be at work, and everything is judged.
 */
export async function walkOn(walk: Walk): Promise<WalkOutcome> {
  const step = pick(walkSteps)()
  if (step.damages !== undefined) for (const root of walk.workspaces) await damage(walk, root, step.damages)
  const killed = Math.floor(Math.random() * step.commands.length)
  const killAfterMs = Math.round(Math.random() * (walk.durations.get(step.name) ?? 2500))
  const results = await Promise.all(
    step.commands.map((command, index) => call(walk, command, index === killed ? killAfterMs : undefined)),
  )
  const faults = step.commands.flatMap((command, index) =>
    index === killed ? [] : unexpected(command, results[index]),
  )
  const started = performance.now()
  for (const command of step.commands) faults.push(...unexpected(command, await call(walk, command)))
  walk.durations.set(step.name, (performance.now() - started) / step.commands.length)
  faults.push(...(await judge(walk, step)))
  const isKilled = results[killed]?.signal === 'SIGKILL'
  return { step: textOf(step, isKilled ? killAfterMs : undefined), isKilled, faults }
}

const call = ({ machine, workspaces }: Walk, { workspace, args }: WalkCommand, killAfterMs?: number) =>
  machine.call(args, {
    cwd: workspaces[workspace] ?? '',
    ...(killAfterMs !== undefined && { killAfterMs }),
  })

const textOf = ({ name, commands }: WalkStep, killedAfterMs: number | undefined): string =>
  `${name} (${commands.map(({ workspace, args }) => `${workspace}: ${args.join(' ')}`).join(', ')})` +
  (killedAfterMs === undefined ? '' : `, killed after ${killedAfterMs} ms`)

/** A command may find that there is nothing to remove, or that another one came first. */
function unexpected({ args }: WalkCommand, result: CrashResult | undefined): string[] {
  if (result === undefined || result.status === 0) return []
  const { status, stderr, stdout } = result
  if (args[0] === 'uninstall' && status === 4) return []
  if (status === 5 && stderr.includes('Another process changed')) return []
  // It sees what the killed one leaves at this moment.
  if (args[0] === 'doctor' && /An install of .* was killed and left/.test(stdout)) return []
  return [`${args.join(' ')} ends with ${status}: ${stderr}${stdout}`]
}

/** Each entry of the store that was not damaged on purpose is what it lists, both workspaces have no fault, and nothing is left over or still runs. */
async function judge({ machine, workspaces, damaged }: Walk, { damages }: WalkStep): Promise<string[]> {
  const faults: string[] = []
  const { home, temporary } = machine
  for (let wait = 0; (await machine.processes()).length > 0 && wait < 50; wait++) await sleep(100)
  for (const line of await machine.processes()) faults.push(`still runs: ${line}`)
  const doctor = async (...args: string[]): Promise<void> => {
    for (const cwd of workspaces) {
      const { status, stdout, stderr } = await machine.call(['doctor', ...args], { cwd })
      if (status !== 0) faults.push(`doctor ${args.join(' ')} ends with ${status}: ${stdout}${stderr}`)
    }
  }
  // What was damaged on purpose is another workspace's too.
  if (damages !== undefined) await doctor('--fix', '--yes')
  for (const { entry, isFinished } of await listEntries(path.join(home, 'store')))
    if (!isFinished || !(damaged.has(entry.folder) || (await isEntryWhole(entry))))
      faults.push(`${entry.folder} is not whole`)
  for (const folder of [path.join(home, 'work'), temporary])
    for (const name of await namesIn(folder)) faults.push(`${path.join(folder, name)} is left over`)
  await doctor()
  return faults
}

/** Somebody writes into the program of an app that a workspace uses. */
async function damage({ damaged }: Walk, root: string, name: string): Promise<void> {
  const record = await readRecord(workspaceAt(root), parseAppName(name))
  if (record?.store == null) return
  damaged.add(record.store)
  await writeFile(path.join(record.store, 'prefix/node_modules/left/lib/3.js'), 'damaged\n')
}
