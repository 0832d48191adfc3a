import { mkdir, rename, rm, rmdir, utimes } from 'node:fs/promises'
import path from 'node:path'
import { CommandNode } from '@cli-apps/core'
import {
  acquireLock,
  digestOf,
  exists,
  hasCode,
  identify,
  isAlive,
  jsonText,
  killGroup,
  killProcessesIn,
  makeFolder,
  readJson,
  writeFileAtomic,
} from '@cli-apps/core/node'
import { fileListText, listFiles } from './file-list.ts'
import {
  BuildingMark,
  entryAt,
  readStoredApp,
  readStoredCommands,
  type StoredApp,
  type StoreEntry,
} from './store.ts'

export interface BuiltApp {
  app: StoredApp
  commands: CommandNode | undefined
}

/** A program that was put in place and answers, before its files are listed. */
export interface FilledEntry {
  app: Omit<StoredApp, 'files'>
  commands: CommandNode | undefined
  /** The manifest as it was published. */
  manifest: unknown
}

export interface BuildOptions {
  /** `$CLI_APPS_HOME/locks` */
  locks: string
  signal: AbortSignal
  onWait: (pid: number) => void
  /** What is there is damaged and is built again; it comes back when that fails. */
  isRebuild?: boolean
  /** Told before anything of the entry is made or moved; `replaces` what is there. */
  onBegin: (options: { replaces: boolean }) => Promise<void>
  /** Fills the entry's folders and says what is there. Called when nobody built it before. */
  build: (markGroup: (pid: number) => Promise<void>) => Promise<FilledEntry>
}

const waitMs = 15 * 60_000

/**
 * Gives a store entry, building it at its final place when it is not there. It counts only once `app.json` has been
 * renamed into it; what fails or was killed half-way is removed. One process builds an entry at a time.
 */
export async function buildEntry(entry: StoreEntry, options: BuildOptions): Promise<BuiltApp> {
  const { locks, signal, onWait, isRebuild = false } = options
  const present = isRebuild ? undefined : await readBuilt(entry)
  if (present !== undefined) return present
  await using _lock = await acquireLock(locks, lockNameOf(entry), {
    wait: waitMs,
    what: `The store entry ${entry.folder}`,
    signal,
    onWait,
  })
  const builtMeanwhile = isRebuild ? undefined : await readBuilt(entry)
  if (builtMeanwhile !== undefined) return builtMeanwhile
  const replaces = isRebuild && (await exists(entry.folder))
  await options.onBegin({ replaces })
  if (replaces) await putAside(entry)
  const built = await buildOrPutBack(entry, options, replaces)
  // It is of no more use, and the doctor finds what the system does not let go.
  if (replaces) await removeFolder(asideOf(entry)).catch(() => {})
  return built
}

async function buildOrPutBack(
  entry: StoreEntry,
  { build, signal }: BuildOptions,
  replaces: boolean,
): Promise<BuiltApp> {
  try {
    await clearLeftovers(entry)
    await makeFolder(entry.prefix)
    return await finish(entry, await build((pid) => markGroup(entry, pid)), signal)
  } catch (error) {
    await removeEntry(entry)
    if (replaces) await putBack(entry)
    throw error
  }
}

/** Under which name an entry is locked while it is built or removed. */
export const lockNameOf = ({ folder }: StoreEntry): string => path.basename(folder)

/** Ends the names of folders that make way for a build. */
export const asideSuffix = '.aside'

const asideOf = ({ folder }: StoreEntry): string => `${folder}${asideSuffix}`

const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 3 })

async function putAside(entry: StoreEntry): Promise<void> {
  // Left by a build that was killed: what made way for it then is older than what does now.
  await removeFolder(asideOf(entry))
  await rename(entry.folder, asideOf(entry))
}

async function putBack(entry: StoreEntry): Promise<void> {
  await mkdir(path.dirname(entry.folder), { recursive: true })
  await rename(asideOf(entry), entry.folder)
}

/** Writes what makes the entry count, after everything that ran in it: `app.json` comes last. */
async function finish(
  entry: StoreEntry,
  { app, commands: read, manifest }: FilledEntry,
  signal: AbortSignal,
): Promise<BuiltApp> {
  // In the form in which it is read again, so that the workspace's copy is the same either way.
  const commands = read && CommandNode.parse(read)
  const files = fileListText(await listFiles(entry.prefix, signal))
  await Promise.all([
    writeFileAtomic(entry.files, files),
    writeFileAtomic(entry.manifest, jsonText(manifest)),
    ...(commands === undefined ? [] : [writeFileAtomic(entry.commands, jsonText(commands))]),
    rm(entry.building, { force: true }),
  ])
  const stored: StoredApp = { ...app, files: digestOf(files) }
  await writeFileAtomic(entry.app, jsonText(stored))
  return { app: stored, commands }
}

async function readBuilt(entry: StoreEntry): Promise<BuiltApp | undefined> {
  const app = await readStoredApp(entry)
  if (app === undefined) return undefined
  const commands = await readStoredCommands(entry)
  await noteTaken(entry)
  return { app, commands }
}

/** The time of `app.json` tells when an entry was last taken into a workspace; a store that is read-only keeps no such time. */
async function noteTaken(entry: StoreEntry): Promise<void> {
  const now = new Date()
  await utimes(entry.app, now, now).catch(() => {})
}

async function markGroup(entry: StoreEntry, pid: number): Promise<void> {
  await writeFileAtomic(entry.building, jsonText({ group: await identify(pid) }))
}

/** A killed installer leaves a folder without `app.json`, and perhaps a package manager that is still filling it. */
async function clearLeftovers(entry: StoreEntry): Promise<void> {
  if (!(await exists(entry.folder))) return
  const repair = `Delete the folder ${entry.folder}.`
  const mark = await readJson(entry.building, BuildingMark, {
    what: 'The mark of a build',
    code: 'store.corrupt',
    repair,
  })
  if (mark !== undefined && (await isAlive(mark.group))) await killGroup(mark.group.pid, 1000)
  await killProcessesIn(entry.folder)
  await removeEntry(entry)
}

/**
 * Removes what a killed installer left of an entry, unless it is whole or another process has taken it up. What made way
 * for a build comes back where that was not finished; `replaces` tells that the entry may not have made way yet.
 */
export async function clearAbandonedEntry(folder: string, locks: string, replaces = false): Promise<void> {
  try {
    await using _lock = await acquireLock(locks, path.basename(folder), { wait: 0, what: folder })
    const entry = entryAt(folder)
    const [isBuilt, isAside] = await Promise.all([entry.app, asideOf(entry)].map(exists))
    if (isBuilt) return await removeFolder(asideOf(entry))
    if (replaces && !isAside) return
    await clearLeftovers(entry)
    if (isAside) await putBack(entry)
  } catch (error) {
    if (!hasCode(error, 'lock.held')) throw error
  }
}

/** Removes the entry, and the folders above it that hold nothing else. `app.json` goes first: half an entry counts for nothing. */
export async function removeEntry(entry: StoreEntry): Promise<void> {
  await rm(entry.app, { force: true })
  await removeFolder(entry.folder)
  const version = path.dirname(entry.folder)
  for (const folder of [version, path.dirname(version)]) {
    try {
      await rmdir(folder)
    } catch {
      return
    }
  }
}
