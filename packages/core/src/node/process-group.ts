import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasCode } from './files.ts'

const live = new Set<number>()

/** Remembers a process group so that it does not outlive this process; gives the function that forgets it. */
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

/** How long the system may take to clear away what was killed. */
const clearingMs = 1000

/**
 * Ends a process group: by SIGTERM, and after exactly `graceMs` by SIGKILL. Resolves when nothing of it is left to signal, at the latest
 * a second after SIGKILL. A
 * leader that is spared gets no polite signal: it is a wrapper, which ends by itself after what it runs.
 */
export async function killGroup(pid: number, graceMs: number, { sparesLeader = false } = {}): Promise<void> {
  const ask = sparesLeader ? signalMembers : signalGroup
  if (graceMs > 0 && ask(pid, 'SIGTERM')) {
    // By a timer of its own: looking at what is left takes longer on a busy machine.
    const timer = setTimeout(signalGroup, graceMs, pid, 'SIGKILL')
    await waitUntilGone(pid, graceMs)
    clearTimeout(timer)
  }
  if (signalGroup(pid, 'SIGKILL')) await waitUntilGone(pid, clearingMs)
}

/** Ends one process at once. Resolves when it is gone, or the system takes its time. */
export async function killProcess(pid: number): Promise<void> {
  if (signalProcess(pid, 'SIGKILL'))
    await waitUntilGone(pid, clearingMs, { send: signalProcess, isEnded: isProcessEnded })
}

/** Resolves when the process is gone or a zombie, or the system takes its time. */
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
    await sleep(Math.min(pause, Math.max(1, deadline - performance.now())))
    if (process.platform === 'linux' && isEnded(pid)) return
  }
}

interface Target {
  /** False when there is nothing to signal. */
  send: (pid: number, signal: NodeJS.Signals | 0) => boolean
  /** Nothing runs any more, even if it can be signalled: an init that is slow to reap keeps it as zombies. */
  isEnded: (pid: number) => boolean
}

const isGroupEnded = (group: number): boolean => membersOf(group).length === 0

/** How long a look at all processes serves for groups that were in it: hundreds may end in the same moment. */
const lookMs = 50
let look: { at: number; groups: ReadonlyMap<number, number[]> } | undefined

/** Processes of the group that ran lately; none where the system does not tell (other than Linux). */
function membersOf(group: number): number[] {
  if (process.platform !== 'linux') return []
  const isFresh = look !== undefined && performance.now() - look.at < lookMs
  const known = isFresh ? look?.groups.get(group) : undefined
  if (known !== undefined) return known
  look = { at: performance.now(), groups: readGroups() }
  return look.groups.get(group) ?? []
}

function readGroups(): Map<number, number[]> {
  const groups = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const state = /^\d+$/.test(name) ? readState(name) : undefined
    if (state === undefined || state.isZombie) continue
    const members = groups.get(state.group) ?? []
    members.push(Number(name))
    groups.set(state.group, members)
  }
  return groups
}

/** Sends a signal to every process of the group but its leader; false when there is none. */
const signalMembers = (group: number, signal: NodeJS.Signals): boolean =>
  membersOf(group).filter((pid) => pid !== group && signalProcess(pid, signal)).length > 0

/** Is there no such process, or only a zombie of it? True of every process where the system does not tell (other than Linux). */
export const isProcessEnded = (pid: number): boolean => readState(pid)?.isZombie ?? true

/** Fields 3 and 5 of proc_pid_stat(5); `undefined` for no process. */
function readState(pid: number | string): { isZombie: boolean; group: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [state = '', , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { isZombie: 'ZX'.includes(state), group: Number(group) }
  } catch {
    return undefined
  }
}

/** Sends a signal to every process of the group; false when there is none. */
const signalGroup = (pid: number, signal: NodeJS.Signals | 0): boolean =>
  // Windows has no process groups in this sense: there the process alone is ended.
  signalProcess(process.platform === 'win32' ? pid : -pid, signal)

/** Sends a signal to one process; false when there is none. */
export function signalProcess(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}
