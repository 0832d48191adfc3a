import { type BigIntStats, statSync } from 'node:fs'
import path from 'node:path'
import { type AppName, type InstallRecord, skillPath } from '@cli-apps/core'
import {
  hasCode,
  homeOfApp,
  listInstalled,
  type RecordSignatures,
  readOwnRecord,
  recordFile,
  type Workspace,
} from '@cli-apps/core/node'
import { stampOf } from './file-stamp.ts'
import { createSlices } from './turns/slices.ts'

/**
 * An app with an install record: one that this user's installer wrote, or the error that says why the record is ignored
 * (damaged, or came with the folder) and what to do. `skillFolder` contains the skill of a global app, with forward slashes.
 */
export type InstalledApp =
  | { name: AppName; record: InstallRecord; skillFolder?: string }
  | { name: AppName; record?: undefined; error: unknown }

/** The file that agents read: relative to the workspace, or absolute for a global app. */
export function skillFileOf({ name, record, skillFolder }: InstalledApp & { skillFolder?: string }): string {
  const file = record?.skill.path ?? skillPath(name)
  return skillFolder === undefined ? file : `${skillFolder}/${file.slice('skills/'.length)}`
}

/** The installed apps of a workspace, always up to date with its records folder. */
export interface InstalledApps {
  /**
   * All apps by name, except those that came with the folder. Returns the same array as long as nothing changed, so
   * that derived data can be cached.
   */
  list(): Promise<readonly InstalledApp[]>
  /** Returns one app, possibly with the error why it is ignored; `undefined` if it is not installed. */
  get(name: AppName): Promise<InstalledApp | undefined>
}

interface Entry {
  stamp: string
  app: InstalledApp
}

/** Two changes within this time may leave the same mtime on file systems with coarse clocks. */
const settledMs = 2000
/**
 * Records are replaced by rename, which changes the folder's mtime; files edited in place are checked at this interval.
 */
const recheckMs = 1000

/** Reads records again only when the time or size of their folder or file changed. */
export function openInstalledApps(workspace: Workspace, signatures: RecordSignatures): InstalledApps {
  const entries = new Map<AppName, Entry>()
  let known: readonly InstalledApp[] | undefined
  let folderStamp = ''
  let checkedAt = Number.NEGATIVE_INFINITY

  async function get(name: AppName): Promise<InstalledApp | undefined> {
    const stamp = stampOf(recordFile(workspace, name))
    const entry = entries.get(name)
    if (entry !== undefined && entry.stamp === stamp) return entry.app
    const app = stamp === '' ? undefined : await readApp(workspace, name, signatures)
    if (app === undefined) entries.delete(name)
    else entries.set(name, { stamp, app })
    return app
  }

  /** One record at a time: reading hundreds takes just as long, and other work can run in between. */
  async function getAll(names: readonly AppName[]): Promise<(InstalledApp | undefined)[]> {
    const found: (InstalledApp | undefined)[] = []
    const slices = createSlices()
    for (const name of names) {
      found.push(await get(name))
      if (slices.due()) await slices.pause()
    }
    return found
  }

  async function list(): Promise<readonly InstalledApp[]> {
    const folders = [workspace, ...(workspace.shared ? [workspace.shared] : [])].map(({ records }) => records)
    const stamp = folders.map(stampOf).join(' ')
    const now = Date.now()
    if (known !== undefined && stamp === folderStamp && now - checkedAt < recheckMs) return known
    const names = await namesHere(workspace)
    const found = await getAll(names)
    const apps = found.filter((app) => app !== undefined).filter((app) => !isUntrusted(app))
    const installed = new Set(names)
    for (const name of entries.keys()) if (!installed.has(name)) entries.delete(name)
    if (known === undefined || apps.length !== known.length || apps.some((app, at) => app !== known?.[at])) {
      known = apps
    }
    folderStamp = stamp
    const isSettled = folders.every((folder) => now - Number(look(folder)?.mtimeMs ?? 0) > settledMs)
    checkedAt = isSettled ? now : Number.NEGATIVE_INFINITY
    return known
  }

  return { list, get }
}

async function readApp(
  workspace: Workspace,
  name: AppName,
  signatures: RecordSignatures,
): Promise<InstalledApp | undefined> {
  try {
    const record = await readOwnRecord(workspace, name, signatures)
    return record && { name, record, ...globalSkills(workspace, name) }
  } catch (error) {
    return { name, error }
  }
}

/** Where the user's workspace has this app's skill, if the app is read from there. */
function globalSkills(workspace: Workspace, name: AppName): { skillFolder?: string } {
  const { skills } = homeOfApp(workspace, name)
  return skills === workspace.skills ? {} : { skillFolder: skills.split(path.sep).join('/') }
}

const isUntrusted = (app: InstalledApp): boolean =>
  app.record === undefined && hasCode(app.error, 'record.foreign')

/** A link to itself counts as missing. */
async function namesHere(workspace: Workspace): Promise<AppName[]> {
  try {
    return await listInstalled(workspace)
  } catch (error) {
    if (hasCode(error, 'ELOOP')) return []
    throw error
  }
}

/** Errors are left to the reader of the file. */
function look(file: string): BigIntStats | undefined {
  try {
    return statSync(file, { bigint: true, throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
