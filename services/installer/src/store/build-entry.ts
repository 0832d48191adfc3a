import { chmodSync, type Stats } from 'node:fs'
import { rm, rmdir, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { CommandNode, t } from '@cli-apps/core'
import {
  acquireLock,
  digestOf,
  exists,
  hasCode,
  jsonText,
  killMarkedProcesses,
  makeFolder,
  writeFileAtomic,
} from '@cli-apps/core/node'
import { asideOf, putAside, putBack, removeFolder } from './aside.ts'
import { type BuildAttempt, beginAttempt, endBuilders } from './end-builders.ts'
import { fileListText, listFiles } from './file-list.ts'
import { isEntryWhole } from './is-entry-whole.ts'
import { entryAt, readStoredApp, readStoredCommands, type StoredApp, type StoreEntry } from './store.ts'

interface BuiltApp {
  app: StoredApp
  commands: CommandNode | undefined
}

/** A program that is installed and was checked, before its files are listed. */
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
  /**
   * Builds again what is there, which comes back when that fails: `damaged`, unless somebody else has done so meanwhile;
   * `always`, whatever is there.
   */
  rebuild?: 'damaged' | 'always' | undefined
  /** Told before anything of the entry is made or moved; `replaces` what is there. */
  onBegin: (options: { replaces: boolean }) => Promise<void>
  /** Fills the entry's folders and says what is there. Called when nobody built it before. */
  build: (attempt: BuildAttempt) => Promise<FilledEntry>
}

const waitMs = 15 * 60_000

/**
 * Returns a store entry, building it at its final place when it is not there. It counts only once `app.json` has been
 * renamed into it; what fails or was killed half-way is removed. One process builds an entry at a time, and only after the
 * last process of an earlier attempt has ended. Throws `lock.held`, `store.still-written` and what `build` throws.
 */
export async function buildEntry(entry: StoreEntry, options: BuildOptions): Promise<BuiltApp> {
  const { locks, signal, onWait, onBegin } = options
  const present = await readUsable(entry, options)
  if (present !== undefined) return present
  const seen = await stampOf(entry)
  await using _lock = await acquireLock(locks, lockNameOf(entry), {
    wait: waitMs,
    what: t('apply-repairs.store-entry', 'The store entry {folder}', { folder: entry.folder }),
    signal,
    onWait,
  })
  const isPutBack = await settleEntry(entry)
  // Built by whoever held the lock, it is as good as what we would build.
  const isOther = !isPutBack && (await stampOf(entry)) !== seen
  const builtMeanwhile = await readUsable(entry, isOther ? { rebuild: 'damaged' } : options)
  if (builtMeanwhile !== undefined) return builtMeanwhile
  const replaces = options.rebuild !== undefined && (await exists(entry.folder))
  await onBegin({ replaces })
  if (replaces) await putAside(entry)
  const built = await buildOrPutBack(entry, options, replaces)
  // It is of no more use, and the doctor finds what the system does not let go.
  if (replaces) await removeFolder(asideOf(entry)).catch(() => {})
  return built
}

/** Differs where an entry was built again; undefined where none is in service. */
async function stampOf({ app }: StoreEntry): Promise<string | undefined> {
  const stats = await stat(app).catch(() => undefined)
  return stats && `${stats.ino} ${stats.birthtimeMs}`
}

async function readUsable(
  entry: StoreEntry,
  { rebuild }: Pick<BuildOptions, 'rebuild'>,
): Promise<BuiltApp | undefined> {
  if (rebuild === 'always' || (rebuild === 'damaged' && !(await isEntryWhole(entry)))) return undefined
  return readBuilt(entry)
}

async function buildOrPutBack(
  entry: StoreEntry,
  { build, signal }: BuildOptions,
  replaces: boolean,
): Promise<BuiltApp> {
  try {
    await removeFolder(entry.folder)
    await makeFolder(entry.prefix)
    const attempt = await beginAttempt(entry)
    const filled = await build(attempt)
    // What a package left running could write after its files were listed.
    await killMarkedProcesses(attempt.mark)
    return await finish(entry, filled, signal)
  } catch (error) {
    await removeEntry(entry)
    if (replaces) await putBack(entry)
    throw error
  }
}

/** Under which name an entry is locked while it is built or removed. */
export const lockNameOf = ({ folder }: StoreEntry): string => path.basename(folder)

/** Archives of packages can hold programs that would run with their owner's rights for every other user. */
const clearSetId = (file: string, { mode }: Stats): void => {
  if ((mode & 0o6000) !== 0) chmodSync(file, mode & 0o1777)
}

/** Writes what makes the entry count, after everything that ran in it: `app.json` comes last. */
async function finish(
  entry: StoreEntry,
  { app, commands: read, manifest }: FilledEntry,
  signal: AbortSignal,
): Promise<BuiltApp> {
  // In the form in which it is read again, so that the workspace's copy is the same either way.
  const commands = read && CommandNode.parse(read)
  const files = fileListText(await listFiles(entry.prefix, signal, clearSetId))
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

/**
 * Ends what an interrupted build left at work, and undoes a rebuild that was not finished: what made way comes back. What
 * is left of a first build stays. The caller holds the entry's lock. Returns whether anything came back.
 */
async function settleEntry(entry: StoreEntry): Promise<boolean> {
  const [isBuilt, isAside, isThere] = await Promise.all(
    [entry.app, asideOf(entry), entry.folder].map((file) => exists(file)),
  )
  if (isBuilt) {
    if (isAside) await removeFolder(asideOf(entry))
    return false
  }
  if (isThere) await endBuilders(entry)
  if (!isAside) return false
  await removeEntry(entry)
  await putBack(entry)
  return true
}

/**
 * Removes what a killed installer left of an entry, unless it is whole or another process has taken it up. What made way
 * for a build comes back where that was not finished; `replaces` tells that the entry may not have made way yet.
 */
export async function clearAbandonedEntry(folder: string, locks: string, replaces = false): Promise<void> {
  try {
    await using _lock = await acquireLock(locks, path.basename(folder), { wait: 0, what: folder })
    const entry = entryAt(folder)
    const isAside = await exists(asideOf(entry))
    await settleEntry(entry)
    if (!replaces && !isAside && !(await exists(entry.app))) await removeEntry(entry)
  } catch (error) {
    if (!hasCode(error, 'lock.held')) throw error
  }
}

/** Removes an entry that was never finished, after what may still be filling it. Throws `store.still-written`. */
export async function removeUnfinishedEntry(entry: StoreEntry): Promise<void> {
  await endBuilders(entry)
  await removeEntry(entry)
}

/** Removes the entry, and the folders above it that hold nothing else. `app.json` goes first, so that half an entry does not count. */
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
