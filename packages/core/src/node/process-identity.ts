import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { hasCode, isMissing } from './files.ts'

/** Identifies a process even if its pid is reused: pid and, on Linux, start time. */
export const ProcessIdentity = z.object({ pid: z.int().check(z.positive()), started: z.nullable(z.string()) })
export type ProcessIdentity = z.infer<typeof ProcessIdentity>

let own: Promise<ProcessIdentity> | undefined

export function thisProcess(): Promise<ProcessIdentity> {
  own ??= identify(process.pid)
  return own
}

export const identify = async (pid: number): Promise<ProcessIdentity> => ({
  pid,
  started: (await startOf(pid)) ?? null,
})

/** Whether exactly this process still runs. Zombies count as gone. */
export async function isAlive({ pid, started }: ProcessIdentity): Promise<boolean> {
  if (process.platform === 'linux') return started !== null && (await startOf(pid)) === started
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

/**
 * Boot id and start time (fields 22 and 3 of proc_pid_stat(5)); `undefined` for a missing process, a zombie, or another
 * system.
 */
async function startOf(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    return `${(await bootId()).slice(0, 8)}-${fields[19]}`
  } catch (error) {
    if (isMissing(error) || hasCode(error, 'ESRCH')) return undefined
    throw error
  }
}

let boot: Promise<string> | undefined

function bootId(): Promise<string> {
  boot ??= readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => 'unknown-boot')
  return boot
}
