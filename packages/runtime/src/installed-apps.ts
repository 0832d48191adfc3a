import { type BigIntStats, statSync } from 'node:fs'
import { type AppName, type InstallRecord, InvalidError } from '@cli-apps/core'
import { listInstalled, readRecord, recordFile, type Workspace } from '@cli-apps/core/node'

/** An app that has an install record: readable, or with the error that names the damaged file and its repair. */
export type InstalledApp =
  | { name: AppName; record: InstallRecord }
  | { name: AppName; record?: undefined; error: unknown }

/** The installed apps of a workspace, always as its records folder is now. */
export interface InstalledApps {
  /** All of them by name. The same array as long as nothing changed, so that what is made of it can be kept. */
  list(): Promise<readonly InstalledApp[]>
  /** One app, or `undefined` when it is not installed. */
  get(name: AppName): Promise<InstalledApp | undefined>
}

interface Entry {
  stamp: string
  app: InstalledApp
}

/** A change within this time of another may not show in the folder's time on file systems with coarse clocks. */
const settledMs = 2000
/** Records are replaced by renaming, which the folder's time shows; files edited in place are looked for this often. */
const recheckMs = 1000

/** Reads the records folder anew only where the times and sizes of folder and files changed. */
export function openInstalledApps(workspace: Workspace): InstalledApps {
  const entries = new Map<AppName, Entry>()
  let known: readonly InstalledApp[] | undefined
  let folderStamp = ''
  let checkedAt = Number.NEGATIVE_INFINITY

  async function get(name: AppName): Promise<InstalledApp | undefined> {
    const stamp = stampOf(look(recordFile(workspace, name)))
    const entry = entries.get(name)
    if (entry !== undefined && entry.stamp === stamp) return entry.app
    const app = stamp === '' ? undefined : await readApp(workspace, name)
    if (app === undefined) entries.delete(name)
    else entries.set(name, { stamp, app })
    return app
  }

  async function list(): Promise<readonly InstalledApp[]> {
    const folder = look(workspace.records)
    const stamp = stampOf(folder)
    const now = Date.now()
    if (known !== undefined && stamp === folderStamp && now - checkedAt < recheckMs) return known
    const names = await listInstalled(workspace)
    const found = await Promise.all(names.map(get))
    const apps = found.filter((app) => app !== undefined)
    const installed = new Set(names)
    for (const name of entries.keys()) if (!installed.has(name)) entries.delete(name)
    if (known === undefined || apps.length !== known.length || apps.some((app, at) => app !== known?.[at])) {
      known = apps
    }
    folderStamp = stamp
    const isSettled = folder === undefined || now - Number(folder.mtimeMs) > settledMs
    checkedAt = isSettled ? now : Number.NEGATIVE_INFINITY
    return known
  }

  return { list, get }
}

async function readApp(workspace: Workspace, name: AppName): Promise<InstalledApp | undefined> {
  try {
    const record = await readRecord(workspace, name)
    if (record === undefined) return undefined
    if (record.name === name) return { name, record }
    throw new InvalidError('record.corrupt', `The install record of ${name} is one of ${record.name}.`, {
      hint: `Delete ${recordFile(workspace, name)} and run "cli-apps install ${name}" again.`,
      details: { file: recordFile(workspace, name) },
    })
  } catch (error) {
    return { name, error }
  }
}

/** Synchronous on purpose: a look at one file takes microseconds, a trip through the thread pool many times that. */
function look(file: string): BigIntStats | undefined {
  return statSync(file, { bigint: true, throwIfNoEntry: false })
}

const stampOf = (stats: BigIntStats | undefined): string =>
  stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeNs}`
