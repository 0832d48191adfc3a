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

/** Ends a process group: politely first, and with SIGKILL after `graceMs`. Resolves when nothing of it is left to signal. */
export async function killGroup(pid: number, graceMs: number): Promise<void> {
  if (graceMs > 0 && signalGroup(pid, 'SIGTERM')) {
    const deadline = Date.now() + graceMs
    while (Date.now() < deadline && signalGroup(pid, 0)) await sleep(20)
  }
  signalGroup(pid, 'SIGKILL')
}

/** Sends a signal to every process of the group; false when there is none. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    // Windows has no process groups in this sense: there the process alone is ended.
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}
