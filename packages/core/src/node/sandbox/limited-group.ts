import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { UnsupportedError } from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'
import { hasCode, isMissing } from '../files.ts'
import { namesIn } from '../folders.ts'
import { type GroupFolder, type GroupLimits, planGroups } from './cgroup-plan.ts'

/** A group of processes with common limits. Must be closed. */
export interface LimitedGroup {
  /** Adds a process, and thereby its future children. */
  add(pid: number): Promise<void>
  /** Names of the limits that it hit, such as `memory`. */
  exceeded(): Promise<string[]>
  /** Removes the group, after the last of its processes ended. */
  close(): Promise<void>
}

/** The files that describe control groups; replaced in tests. */
interface GroupSource {
  mounts: string
  own: string
}

const source: GroupSource = { mounts: '/proc/self/mounts', own: '/proc/self/cgroup' }

/**
 * Creates a control group with these limits. Throws `UnsupportedError` `sandbox.no-limits` with the reason if not
 * permitted: a requested limit is always enforced, or nothing starts.
 */
export async function openLimitedGroup(limits: GroupLimits, from = source): Promise<LimitedGroup> {
  const ways = planGroups(await readSource(from), limits)
  const name = `cli-apps-${process.pid}-${randomBytes(4).toString('hex')}`
  const faults: string[] = []
  for (const folders of ways) {
    const made: string[] = []
    try {
      for (const folder of folders) await makeGroup(folder, name, made)
      return groupOf(made)
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error))
      await Promise.all(made.map(removeGroup))
    }
  }
  throw new UnsupportedError(
    'sandbox.no-limits',
    t('sandbox.no-limits', 'Memory, processes and processor time cannot be limited here: {faults}.', {
      faults: faults[0] ?? t('limited-group.there-no-control-groups', 'there are no control groups'),
    }),
    {
      hint: t(
        'sandbox.no-limits.hint',
        'Run it as root, or in a scope that systemd hands over: systemd-run --user --scope -p Delegate=yes …',
      ),
      details: { faults },
    },
  )
}

async function readSource({ mounts, own }: GroupSource): Promise<GroupSource> {
  try {
    return { mounts: await readFile(mounts, 'utf8'), own: await readFile(own, 'utf8') }
  } catch (error) {
    if (isMissing(error)) return { mounts: '', own: '' }
    throw error
  }
}

async function makeGroup({ parent, settings }: GroupFolder, name: string, made: string[]): Promise<void> {
  await removeAbandoned(parent)
  const folder = path.join(parent, name)
  await mkdir(folder)
  made.push(folder)
  for (const { file, value, isOptional = false } of settings) {
    try {
      // Never creates the file: a missing one is not a limit.
      await writeFile(path.join(folder, file), value, { flag: 'r+' })
    } catch (error) {
      if (!isOptional || !hasCode(error, 'ENOENT')) throw error
    }
  }
}

const groupOf = (folders: readonly string[]): LimitedGroup => ({
  async add(pid) {
    for (const folder of folders)
      await writeFile(path.join(folder, 'cgroup.procs'), String(pid), { flag: 'r+' })
  },
  async exceeded() {
    const found = await Promise.all(folders.map(exceededIn))
    return [...new Set(found.flat())]
  },
  async close() {
    await Promise.all(folders.map(removeGroup))
  },
})

/** Files that count how often a limit was hit, by the prefix of their lines. */
const counters = [
  { file: 'memory.events', key: 'oom_kill', limit: 'memory' },
  { file: 'memory.oom_control', key: 'oom_kill', limit: 'memory' },
  { file: 'pids.events', key: 'max', limit: 'processes' },
] as const

async function exceededIn(folder: string): Promise<string[]> {
  const found = counters.map(async ({ file, key, limit }) => {
    const text = await readFile(path.join(folder, file), 'utf8').catch(() => '')
    const line = text.split('\n').find((one) => one.startsWith(`${key} `))
    return line !== undefined && Number(line.slice(key.length)) > 0 ? [limit] : []
  })
  return (await Promise.all(found)).flat()
}

/** Removes groups whose creators were killed. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await namesIn(parent)) {
    const pid = /^cli-apps-(\d{1,10})-[0-9a-f]{8}$/.exec(name)?.[1]
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) await rmdir(path.join(parent, name)).catch(() => {})
  }
}

/** Milliseconds for killed processes to disappear. */
const leavingMs = 2000

/** A group still in use after that is left for a later process, because the run matters more. */
async function removeGroup(folder: string): Promise<void> {
  const deadline = Date.now() + leavingMs
  for (let pause = 1; Date.now() < deadline; pause = Math.min(pause * 2, 50)) {
    try {
      await rmdir(folder)
      return
    } catch (error) {
      if (!hasCode(error, 'EBUSY')) return
    }
    await sleep(pause)
  }
}
