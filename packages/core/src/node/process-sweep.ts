import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { setImmediate as breathe } from 'node:timers/promises'
import { isInside } from './files.ts'
import { isProcessEnded, killProcess, signalProcess } from './process-group.ts'

/*
 * Processes that left their group, as daemons do, are found by what Linux tells of each: its working folder, and the
 * environment that it was started in. Other systems tell neither without help; there only groups are ended.
 */

/** Environment variable that marks processes and their descendants. */
export const markVariable = 'CLI_APPS_MARK'

/** Creates a unique value for `markVariable`. */
export const newMark = (): string => randomBytes(12).toString('hex')

/** Creates a mark for a part of what runs under another mark, such as one run of many; both marks match. */
export const markWithin = (mark: string, part: string | number): string => `${mark}.${part}.`

/**
 * Kills processes started with `markVariable` set to this mark or one within it, and those that they start in the
 * meantime (Linux only). A process with a different environment is not found. Returns the pids that have not ended yet.
 */
export const killMarkedProcesses = (mark: string): Promise<number[]> => sweep((pid) => isMarked(pid, mark))

/**
 * Kills processes whose working folder is this one or below (Linux only): children of a killed installer that it had
 * not recorded yet, and their remaining descendants. Returns the pids that have not ended yet.
 */
export async function killProcessesIn(folder: string): Promise<number[]> {
  const real = await realpath(folder).catch(() => folder)
  return sweep((pid) => worksIn(pid, real))
}

function isMarked(pid: number, mark: string): boolean {
  const environment = tried(() => readFileSync(`/proc/${pid}/environ`, 'latin1'))
  const [value = ''] = environment?.split(`${markVariable}=`)[1]?.split('\0', 1) ?? []
  return value === mark || value.startsWith(mark.endsWith('.') ? mark : `${mark}.`)
}

function worksIn(pid: number, folder: string): boolean {
  const cwd = tried(() => readlinkSync(`/proc/${pid}/cwd`))
  return cwd !== undefined && isInside(folder, cwd.replace(/ \(deleted\)$/, ''))
}

/** Of processes that have ended, or of another user, nothing can be read. */
function tried<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

type IsOurs = (pid: number) => boolean

/** Stops all before killing any: a running one could otherwise start others as fast as they are killed. */
async function sweep(isOurs: IsOurs): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const stopped = new Set<number>()
  for (let found = await others(isOurs, stopped); found.length > 0; found = await others(isOurs, stopped)) {
    for (const pid of found) {
      stopped.add(pid)
      signalProcess(pid, 'SIGSTOP')
    }
  }
  await Promise.all([...stopped].map(killProcess))
  return [...stopped].filter((pid) => !isProcessEnded(pid))
}

/** Processes that are looked at between two turns of the event loop. */
const batch = 100

/** Read without the thread pool, where a look at a process takes several times as long. */
async function others(isOurs: IsOurs, known: ReadonlySet<number>): Promise<number[]> {
  const pids = readdirSync('/proc').map(Number)
  const unknown = pids.filter((pid) => pid > 1 && pid !== process.pid && !known.has(pid))
  const ours: number[] = []
  for (let from = 0; from < unknown.length; from += batch) {
    ours.push(...unknown.slice(from, from + batch).filter(isOurs))
    await breathe()
  }
  return ours
}
