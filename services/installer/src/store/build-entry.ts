import { chmodSync, type Stats } from 'node:fs'
import { rm, rmdir, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { CommandNode, t } from '@cli-apps/core'
import {
  acquireLock,
  digestOf,
  exists,
  type FileLock,
  hasCode,
  jsonText,
  killMarkedProcesses,
  makeFolder,
  writeFileAtomic,
} from '@cli-apps/core/node'
import { isFineTree, takeAsFine } from '@cli-apps/core/skill'
import { builtFrom } from '../version.ts'
import { asideOf, putAside, putBack, removeFolder } from './aside.ts'
import { type BuildAttempt, beginAttempt, endBuilders } from './end-builders.ts'
import { fileListText, listFiles, type SeenFiles } from './file-list.ts'
import { isEntryWhole } from './is-entry-whole.ts'
import {
  entryAt,
  programTreeFile,
  readStoredApp,
  readStoredCommands,
  readStoredTrees,
  type StoredApp,
  type StoreEntry,
} from './store.ts'

/** An entry in service. */
export interface BuiltApp {
  app: StoredApp
  commands: CommandNode | undefined
  /** The command trees of the other programs by name. */
  trees: ReadonlyMap<string, CommandNode>
}

/** A program that is installed and was checked, before its files are listed. */
export interface FilledEntry {
  app: Omit<StoredApp, 'files'>
  commands: CommandNode | undefined
  /** The command trees of the other programs by name. */
  trees: ReadonlyMap<string, CommandNode>
  /** The manifest as it was published. */
  manifest: unknown
}

export interface BuildOptions {
  /** `$CLI_APPS_HOME/locks` */
  locks: string
  signal: AbortSignal
  onWait: (pid: number) => void
  /**
   * Rebuild an existing entry, which is restored when the rebuild fails.
   * `damaged`: unless another process has rebuilt it meanwhile; `always`: in any case.
   */
  rebuild?: 'damaged' | 'always' | undefined
  /** Called before any part of the entry is created or moved; `replaces` if an entry already exists. */
  onBegin: (options: { replaces: boolean }) => Promise<void>
  /**
   * Fills the entry's folders and returns what was installed. Called if no process has built the entry before. Files that it
   * lists as `seen` are not read again when the entry is finished.
   */
  build: (attempt: BuildAttempt, seen: SeenFiles) => Promise<FilledEntry>
}

const waitMs = 15 * 60_000

/**
 * Returns a store entry, and builds it at its final place if it does not exist.
 * It is valid only once `app.json` has been renamed into it; an attempt that failed or was killed is removed. One
 * process builds an entry at a time, after the last process of an earlier attempt has ended. Throws `lock.held`,
 * `store.still-written` and what `build` throws.
 */
export async function buildEntry(entry: StoreEntry, options: BuildOptions): Promise<BuiltApp> {
  const { onBegin } = options
  const present = await readUsable(entry, options)
  if (present !== undefined) return present
  const seen = await stampOf(entry)
  await using _lock = await lockEntry(entry, options)
  const isPutBack = await settleEntry(entry)
  // An entry that the previous lock holder built is as good as a new one.
  const isOther = !isPutBack && (await stampOf(entry)) !== seen
  const builtMeanwhile = await readUsable(entry, isOther ? { rebuild: 'damaged' } : options)
  if (builtMeanwhile !== undefined) return builtMeanwhile
  const replaces = options.rebuild !== undefined && (await exists(entry.folder))
  await onBegin({ replaces })
  if (replaces) await putAside(entry)
  const built = await buildOrPutBack(entry, options, replaces)
  // The old folder is useless now, and the doctor finds what the system does not release.
  if (replaces) await removeFolder(asideOf(entry)).catch(() => {})
  return built
}

/** Waits for the lock of an entry, under which one process at a time writes it. Throws `lock.held`. */
export const lockEntry = (
  entry: StoreEntry,
  { locks, signal, onWait }: Pick<BuildOptions, 'locks' | 'signal' | 'onWait'>,
): Promise<FileLock> =>
  acquireLock(locks, lockNameOf(entry), {
    wait: waitMs,
    what: t('apply-repairs.store-entry', 'The store entry {folder}', { folder: entry.folder }),
    signal,
    onWait,
  })

/** Returns a value that changes when an entry is rebuilt; undefined if no entry is in service. */
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
    const seen: SeenFiles = new Map()
    const filled = await build(attempt, seen)
    // A process that a package left running could write after its files were listed.
    await killMarkedProcesses(attempt.mark)
    return await finish(entry, filled, { signal, seen })
  } catch (error) {
    await removeEntry(entry)
    if (replaces) await putBack(entry)
    throw error
  }
}

/** Returns the name under which an entry is locked while it is built or removed. */
export const lockNameOf = ({ folder }: StoreEntry): string => path.basename(folder)

/**
 * Clears set-user-ID bits: package archives can hold programs that would run with their owner's rights for every user.
 */
const clearSetId = (file: string, { mode }: Stats): void => {
  if ((mode & 0o6000) !== 0) chmodSync(file, mode & 0o1777)
}

/** Writes the files that make the entry valid, after everything that ran in it: `app.json` comes last. */
async function finish(
  entry: StoreEntry,
  { app, manifest, ...read }: FilledEntry,
  { signal, seen }: { signal: AbortSignal; seen: SeenFiles },
): Promise<BuiltApp> {
  const files = fileListText(await listFiles(entry.prefix, { signal, seen, visit: clearSetId }))
  const [{ fine_tree, ...trees }] = await Promise.all([
    writeTrees(entry, read),
    writeFileAtomic(entry.files, files),
    writeFileAtomic(entry.manifest, jsonText(manifest)),
    rm(entry.building, { force: true }),
  ])
  const stored: StoredApp = { ...app, files: digestOf(files), ...(fine_tree && { fine_tree }) }
  await writeFileAtomic(entry.app, jsonText(stored))
  return { app: stored, ...trees }
}

/** Writes command trees and returns them as they will be read. */
export async function writeTrees(
  entry: StoreEntry,
  read: Pick<BuiltApp, 'commands' | 'trees'>,
): Promise<Pick<BuiltApp, 'commands' | 'trees'> & Pick<StoredApp, 'fine_tree'>> {
  // Parsed, so that the workspace's copy is the same whether it is built or read from the store.
  const commands = read.commands && CommandNode.parse(read.commands)
  const trees = new Map([...read.trees].map(([program, tree]) => [program, CommandNode.parse(tree)]))
  await Promise.all([
    ...(commands === undefined ? [] : [writeFileAtomic(entry.commands, jsonText(commands))]),
    ...[...trees].map(([program, tree]) => writeFileAtomic(programTreeFile(entry, program), jsonText(tree))),
  ])
  const isFine = builtFrom !== undefined && commands !== undefined && isFineTree(commands)
  return { commands, trees, ...(isFine && { fine_tree: builtFrom }) }
}

/** Returns an entry, and notes that it is used; `undefined` if it was never finished or its program is missing. */
export async function readBuilt(entry: StoreEntry): Promise<BuiltApp | undefined> {
  const app = await readStoredApp(entry)
  if (app === undefined) return undefined
  const [commands, trees] = await Promise.all([readStoredCommands(entry), readStoredTrees(entry, app)])
  // Another build may have other rules.
  if (commands && builtFrom !== undefined && app.fine_tree === builtFrom) takeAsFine(commands)
  await noteTaken(entry)
  return { app, commands, trees }
}

/** Records in the time of `app.json` when a workspace last used an entry; a read-only store keeps no such time. */
async function noteTaken(entry: StoreEntry): Promise<void> {
  const now = new Date()
  await utimes(entry.app, now, now).catch(() => {})
}

/**
 * Ends the processes of an interrupted build and rolls back an unfinished rebuild from the folder that was moved aside.
 * Leftovers of a first build stay. The caller holds the entry's lock. Returns whether an entry was restored.
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
 * Removes what a killed installer left of an entry, unless the entry is complete or another process builds it.
 * A folder that was moved aside for an unfinished build is restored; `replaces` means that the entry may not have been
 * moved yet.
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

/**
 * Removes an entry that was never finished, after the processes that may still fill it. Throws `store.still-written`.
 */
export async function removeUnfinishedEntry(entry: StoreEntry): Promise<void> {
  await endBuilders(entry)
  await removeEntry(entry)
}

/**
 * Removes the entry and its empty parent folders. `app.json` goes first, so that a partly removed entry is not valid.
 */
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
