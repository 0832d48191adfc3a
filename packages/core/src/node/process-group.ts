import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasCode } from './files.ts'

const live = new Set<number>()

/** Registers a process group to be killed with this process; returns a function that unregisters it. */
export function trackGroup(pid: number): () => void {
  if (live.size === 0) process.on('exit', killAll)
  live.add(pid)
  return () => {
    live.delete(pid)
    if (live.size === 0) process.off('exit', killAll)
  }
}

const killAll = (): void => {
  for (const pid of live) signalGroup(pid, 'SIGKILL')
}

/** Milliseconds for the system to clean up after a kill. */
const clearingMs = 1000

/**
 * Ends a process group with SIGTERM, and after exactly `graceMs` with SIGKILL. Resolves when nothing is left to signal,
 * at the latest a second after SIGKILL. With `sparesLeader`, the leader gets no SIGTERM: it is a wrapper that ends
 * after its child.
 */
export async function killGroup(pid: number, graceMs: number, { sparesLeader = false } = {}): Promise<void> {
  const ask = sparesLeader ? signalMembers : signalGroup
  if (graceMs > 0 && ask(pid, 'SIGTERM')) {
    // A separate timer, since checking what is left takes longer on a busy machine.
    const timer = setTimeout(signalGroup, graceMs, pid, 'SIGKILL')
    await waitUntilGone(pid, graceMs)
    clearTimeout(timer)
  }
  if (signalGroup(pid, 'SIGKILL')) await waitUntilGone(pid, clearingMs)
}

/** Sends a signal to a process group. With `sparesLeader`, the leader does not get it, as in `killGroup`. */
export function passSignal(pid: number, name: NodeJS.Signals, { sparesLeader = false } = {}): void {
  if (sparesLeader) signalMembers(pid, name)
  else signalGroup(pid, name)
}

/** Kills one process. Resolves when it is gone, or after a second. */
export async function killProcess(pid: number): Promise<void> {
  if (signalProcess(pid, 'SIGKILL'))
    await waitUntilGone(pid, clearingMs, { send: signalProcess, isEnded: isProcessEnded })
}

/** Resolves when the process is gone or a zombie, or after a second. */
export async function waitForProcess(pid: number): Promise<void> {
  const deadline = performance.now() + clearingMs
  for (let pause = 1; !isProcessEnded(pid) && performance.now() < deadline; pause = Math.min(pause * 2, 20))
    await sleep(pause)
}

async function waitUntilGone(
  pid: number,
  atMostMs: number,
  { send, isEnded }: Target = { send: signalGroup, isEnded: isGroupEnded },
): Promise<void> {
  const deadline = performance.now() + atMostMs
  for (let pause = 1; send(pid, 0) && performance.now() < deadline; pause = Math.min(pause * 2, 50)) {
    // Most are gone after the first pause, and a signal costs nothing beside a look at all processes.
    if (pause > 1 && process.platform === 'linux' && isEnded(pid)) return
    await sleep(Math.min(pause, Math.max(1, deadline - performance.now())))
  }
}

interface Target {
  /** Returns false if there is nothing to signal. */
  send: (pid: number, signal: NodeJS.Signals | 0) => boolean
  /** Whether nothing runs anymore, even if it can be signaled: an init that reaps slowly leaves zombies. */
  isEnded: (pid: number) => boolean
}

const isGroupEnded = (group: number): boolean => isProcessEnded(group) && membersOf(group).length === 0

/** Running processes by their group, and by their parent. */
interface ProcessTable {
  groups: ReadonlyMap<number, number[]>
  children: ReadonlyMap<number, number[]>
}

/** How long a scan of all processes is reused: hundreds of groups may end at the same moment. */
const lookMs = 50
let look: ({ at: number } & ProcessTable) | undefined

/** Processes of the group in a recent scan; empty on systems other than Linux. */
function membersOf(group: number): number[] {
  if (process.platform !== 'linux') return []
  const isFresh = look !== undefined && performance.now() - look.at < lookMs
  const known = isFresh ? look?.groups.get(group) : undefined
  if (known !== undefined) return known
  look = { at: performance.now(), ...readProcesses() }
  return look.groups.get(group) ?? []
}

function readProcesses(): ProcessTable {
  const groups = new Map<number, number[]>()
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const state = /^\d+$/.test(name) ? readState(name) : undefined
    if (state === undefined || state.isZombie) continue
    for (const [table, key] of [
      [groups, state.group],
      [children, state.parent],
    ] as const)
      table.set(key, [...(table.get(key) ?? []), Number(name)])
  }
  return { groups, children }
}

/** Signals what the leader started, also in groups and sessions of its own, but not the leader; false if there is nothing. */
function signalMembers(leader: number, signal: NodeJS.Signals): boolean {
  const found = new Set([leader, ...membersOf(leader)])
  // A set that grows is visited to its end.
  for (const pid of found) for (const child of look?.children.get(pid) ?? []) found.add(child)
  found.delete(leader)
  return [...found].filter((pid) => signalProcess(pid, signal)).length > 0
}

/** Whether a process does not exist or is a zombie. Always true on systems other than Linux. */
export const isProcessEnded = (pid: number): boolean => readState(pid)?.isZombie ?? true

/** Fields 3 to 5 of proc_pid_stat(5); `undefined` if there is no such process. */
function readState(pid: number | string): { isZombie: boolean; parent: number; group: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [state = '', parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { isZombie: 'ZX'.includes(state), parent: Number(parent), group: Number(group) }
  } catch {
    return undefined
  }
}

/** Signals every process of the group; false if there is none. */
const signalGroup = (pid: number, signal: NodeJS.Signals | 0): boolean =>
  // Windows has no such groups: only the process itself is signaled.
  signalProcess(process.platform === 'win32' ? pid : -pid, signal)

/** Signals one process; false if there is none. */
export function signalProcess(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}
