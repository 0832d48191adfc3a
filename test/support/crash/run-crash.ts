import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lockHolder } from '@cli-apps/core/node'
import type { CallOptions, CrashMachine, CrashResult } from './crash-machine.ts'
import type { CrashScenario, Prepared } from './crash-scenarios.ts'
import { countedEntries, type View, viewDifference, viewHome, viewWorkspace } from './machine-view.ts'

/** A scenario that was made ready on a machine, with what it looks like before and after. */
export interface ReadyScenario {
  scenario: CrashScenario
  machine: CrashMachine
  before: MachineView
  after: MachineView
  /** Names of the points at which it may be killed, in order. */
  points: string[]
  durationMs: number
}

interface MachineView {
  workspace: View
  home: View
}

/** One kill: by which signal and where, and what was found wrong afterwards. */
export interface CrashOutcome {
  at: string
  faults: string[]
}

export type Kill =
  | { at: number; signal?: NodeJS.Signals }
  /** From outside, after so many milliseconds. */
  | { afterMs: number }

const view = async (machine: CrashMachine): Promise<MachineView> => ({
  workspace: await viewWorkspace(machine),
  home: await viewHome(machine),
})

/** Brings the machine to the state of before, and sees what the command does when nobody kills it. */
export async function prepareScenario(
  scenario: CrashScenario,
  machine: CrashMachine,
): Promise<ReadyScenario> {
  for (const prepared of scenario.before ?? []) await prepare(prepared, machine)
  await machine.save()
  const before = await view(machine)
  const file = path.join(machine.live, '..', 'points.json')
  const started = performance.now()
  await mustSucceed(machine, scenario.command, { points: { CRASH_COUNT: file }, ...inputOf(scenario) })
  const durationMs = performance.now() - started
  if (scenario.completes) await complete(scenario, machine)
  const after = await view(machine)
  const doctor = await machine.call(['doctor'])
  if (doctor.status !== 0) throw new Error(`${scenario.name} ends with faults: ${doctor.stdout}`)
  const points = JSON.parse(await readFile(file, 'utf8')) as string[]
  return {
    scenario,
    machine,
    before,
    after,
    points: points.map((name) => shortName(name, machine)),
    durationMs,
  }
}

const inputOf = ({ input }: CrashScenario): CallOptions => (input === undefined ? {} : { input })

async function prepare(prepared: Prepared, machine: CrashMachine): Promise<void> {
  if (typeof prepared === 'function') {
    await prepared(machine)
    return
  }
  const { command, killedAt } = prepared
  if (killedAt === undefined) return mustSucceed(machine, command)
  await machine.save()
  const file = path.join(machine.live, '..', 'points.json')
  await mustSucceed(machine, command, { points: { CRASH_COUNT: file } })
  const points = JSON.parse(await readFile(file, 'utf8')) as string[]
  const at = points.findIndex((name) => shortName(name, machine).includes(killedAt))
  if (at === -1) throw new Error(`${command.join(' ')} has no point ${killedAt}`)
  await machine.restore()
  await machine.call(command, { points: { CRASH_AT: String(at + 1) } })
}

async function mustSucceed(
  machine: CrashMachine,
  command: readonly string[],
  options?: CallOptions,
): Promise<void> {
  const result = await machine.call(command, options)
  if (result.status !== 0) throw new Error(`${command.join(' ')} fails: ${result.stderr}${result.stdout}`)
}

/**
 * Numbers of the points to kill at. After one thing and before the next is the same moment, so it is taken once.
 */
export const killsOf = ({ points }: ReadyScenario): number[] =>
  points.flatMap((name, index) =>
    name.startsWith('after ') && points[index + 1]?.startsWith('before ') ? [] : [index + 1],
  )

/** Names of points without what differs from run to run. */
const shortName = (name: string, { live, workspace, home }: CrashMachine): string =>
  (name.split('\n')[0] ?? '')
    .replaceAll(`${workspace}/`, '')
    .replaceAll(`${home}/`, '')
    .replaceAll(live, '')
    .replaceAll(/[0-9a-f]{16}/g, '…')
    .replaceAll(/\.\d+\.[0-9a-f]{14}\.tmp/g, '.tmp')

/** Kills the command once, runs the next commands, and checks that everything is as before or after and nothing is left. */
export async function runCrash(ready: ReadyScenario, kill: Kill): Promise<CrashOutcome> {
  const { scenario, machine } = ready
  await machine.restore()
  const log = path.join(machine.live, '..', 'killed-at.txt')
  const points = 'at' in kill && {
    CRASH_AT: String(kill.at),
    CRASH_LOG: log,
    ...(kill.signal && { CRASH_SIGNAL: kill.signal }),
  }
  const killed = await machine.call(scenario.command, {
    ...(points ? { points } : { killAfterMs: 'afterMs' in kill ? kill.afterMs : 0 }),
    ...inputOf(scenario),
  })
  const at =
    'at' in kill ? shortName(await readFile(log, 'utf8').catch(() => '?'), machine) : `${kill.afterMs} ms`
  const isPolite = 'at' in kill && kill.signal !== undefined && kill.signal !== 'SIGKILL'
  const faults = isPolite ? await checkInterrupted(ready, killed, kill.signal) : await checkKilled(ready)
  return { at, faults }
}

async function checkKilled(ready: ReadyScenario): Promise<string[]> {
  const { machine, before, after, scenario } = ready
  const faults: string[] = []
  const isPending = (await readdir(path.join(machine.workspace, '.cli-apps/txn')).catch(() => [])).length > 0
  const home = await viewHome(machine)
  const isLeftOver = Object.keys(home).some((name) => /(\.tmp|\/building\.json)$|^work\//.test(name))
  const whole = [before, after].map((state) => countedEntries(state.home))
  for (const [folder, digest] of Object.entries(countedEntries(home)))
    if (!whole.some((entries) => entries[folder] === digest))
      faults.push(`the store counts a half entry ${folder}`)

  const list = await machine.call(['list', '--json'])
  if (list.status !== 0) faults.push(`list fails: ${list.stderr}${list.stdout}`)
  if (isPending && !/interrupted/.test(list.stderr)) faults.push('list says nothing of what was pending')
  // A list takes no lock where nothing is pending, so half tickets lie there until the next change.
  const seen = withoutDrafts(await viewWorkspace(machine))
  const [fromBefore, fromAfter] = [before, after].map((state) => viewDifference(seen, state.workspace)) as [
    string[],
    string[],
  ]
  if (fromBefore.length > 0 && fromAfter.length > 0)
    faults.push(`after list the workspace is half: ${[...fromBefore, '|', ...fromAfter].join(', ')}`)

  const said = await complete(scenario, machine).catch((error: Error) => error)
  if (said instanceof Error) faults.push(said.message)
  else if (isLeftOver && !/interrupted/.test(said + list.stderr))
    faults.push('nothing is said of what was cleared away')
  return [...faults, ...(await checkSettled(machine, [after]))]
}

const withoutDrafts = (found: View): View =>
  Object.fromEntries(Object.entries(found).filter(([name]) => !/^\.cli-apps\/lock\..*\.tmp$/.test(name)))

/** Everything is in one of these states, nothing is left lying, no lock is held and no process runs. */
async function checkSettled(machine: CrashMachine, states: readonly MachineView[]): Promise<string[]> {
  const faults: string[] = []
  for (let wait = 0; (await machine.processes()).length > 0 && wait < 20; wait++) await sleep(100)
  for (const line of await machine.processes()) faults.push(`still runs: ${line}`)
  const found = await view(machine)
  for (const part of ['workspace', 'home'] as const) {
    const differences = states.map((state) => viewDifference(found[part], state[part]))
    const least = differences.sort((a, b) => a.length - b.length)[0] ?? []
    faults.push(...least.map((difference) => `${part}: ${difference}`))
  }
  for (const folder of [path.join(machine.workspace, '.cli-apps'), path.join(machine.home, 'locks')]) {
    const tickets = (await readdir(folder).catch(() => [])).filter((name) => /\.\d+$/.test(name))
    for (const name of new Set(tickets.map((ticket) => ticket.replace(/\.\d+$/, ''))))
      if (await lockHolder(folder, name)) faults.push(`the lock ${name} is held`)
  }
  return faults
}

/** A polite signal: the command itself leaves everything as before, or was done already. */
async function checkInterrupted(
  { machine, before, after }: ReadyScenario,
  { status, signal, stderr }: CrashResult,
  by: NodeJS.Signals | undefined,
): Promise<string[]> {
  const expected = by === 'SIGTERM' ? 143 : 130
  if (status === 0) return checkSettled(machine, [after])
  // Finished programs stay in the store as a cache.
  const home = withEntriesOf(await viewHome(machine), before.home, after.home)
  const faults = await checkSettled(machine, [{ workspace: before.workspace, home }])
  return status === expected ? faults : [`ends with ${status ?? signal}: ${stderr}`, ...faults]
}

/** The home of before, but for those store entries that are as after already. */
function withEntriesOf(found: View, before: View, after: View): View {
  const [seen, done] = [countedEntries(found), countedEntries(after)]
  const isDone = (folder: string): boolean => seen[folder] === done[folder]
  const folders = Object.keys({ ...countedEntries(before), ...done }).filter(isDone)
  const isOf = (name: string): boolean =>
    folders.some((folder) => name.startsWith(`${folder}/`) || `${folder}/`.startsWith(name))
  return Object.fromEntries([
    ...Object.entries(before).filter(([name]) => !isOf(name)),
    ...Object.entries(after).filter(([name]) => isOf(name)),
  ])
}

/** Runs a command to its end, also where an earlier run had done all of it; gives what it said. */
async function complete(scenario: CrashScenario, machine: CrashMachine): Promise<string> {
  const command = scenario.completes ?? scenario.command
  const first = await machine.call(command, inputOf(scenario))
  if (first.status === 0) return first.stderr
  // It was done already, so it is undone and done again.
  if (command[0] === 'uninstall' && first.status === 4) {
    for (const prepared of scenario.before?.slice(0, 1) ?? []) await prepare(prepared, machine)
    const second = await machine.call(command)
    if (second.status === 0) return first.stderr + second.stderr
  }
  throw new Error(`the next command fails: ${first.stderr}${first.stdout}`)
}
