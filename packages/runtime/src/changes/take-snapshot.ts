import { lstatSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { fileTimesLagMs, isInside } from '@cli-apps/core/node'
import { type FolderNames, readFolderNames } from './folder-names.ts'
import { namedPaths } from './named-paths.ts'
import { skippedFolders } from './skipped-folders.ts'

/** The state of an entry, for comparison. */
export interface EntryState {
  isFile: boolean
  isFolder: boolean
  size: number
  mtimeMs: number
  ctimeMs: number
  birthtimeMs: number
  inode: number
}

/** What is known of the workspace before a run. */
export interface Snapshot {
  root: string
  /** Files with a later time were changed. */
  since: number
  /** Folders where results are likely, with their entries. */
  folders: ReadonlyMap<string, FolderNames>
  /** Entries that were looked at; `undefined` for missing ones. */
  entries: ReadonlyMap<string, EntryState | undefined>
}

interface Places {
  /** Real paths. */
  root: string
  cwd: string
  args: readonly string[]
}

const mostFolders = 16
/** Maximum number of entries in likely folders, and the time for them. */
const mostEntries = 500
const entriesMs = 3

/**
 * Records the state of the places where results are likely: the working folder, and paths named by arguments. The rest
 * of the workspace is not read, however large it is.
 */
export async function takeSnapshot({ root, cwd, args }: Places): Promise<Snapshot> {
  const since = Date.now() - fileTimesLagMs
  const named = namedPaths(args, { cwd, root }).filter((file) => isReallyInside(root, path.dirname(file)))
  const entries = new Map(named.map((file) => [file, entryState(file)]))
  const folders = new Map<string, FolderNames>()
  for (const folder of likelyFolders(cwd, entries)) {
    const found = folders.size < mostFolders ? await readFolderNames(folder) : undefined
    if (found !== undefined) folders.set(folder, found)
  }
  lookAround(folders, entries)
  return { root, since, folders, entries }
}

/** The working folder, folders named by arguments, and the parents of named paths. */
function likelyFolders(cwd: string, named: ReadonlyMap<string, EntryState | undefined>): Set<string> {
  const around = [...named].map(([file, state]) => (state?.isFolder ? file : path.dirname(file)))
  return new Set([cwd, ...around])
}

function lookAround(
  folders: ReadonlyMap<string, FolderNames>,
  entries: Map<string, EntryState | undefined>,
): void {
  const deadline = performance.now() + entriesMs
  let remaining = mostEntries
  for (const [folder, { names }] of folders) {
    for (const name of names) {
      if (remaining-- === 0 || performance.now() > deadline) return
      const file = path.join(folder, name)
      if (!skippedFolders.has(name) && !entries.has(file)) entries.set(file, entryState(file))
    }
  }
}

/** The state of a path without following a final link; `undefined` if it does not exist. */
export function entryState(file: string): EntryState | undefined {
  try {
    const stats = lstatSync(file, { throwIfNoEntry: false })
    if (stats === undefined) return undefined
    const { size, mtimeMs, ctimeMs, birthtimeMs, ino: inode } = stats
    const kind = { isFile: stats.isFile(), isFolder: stats.isDirectory() }
    return { ...kind, size, mtimeMs, ctimeMs, birthtimeMs, inode }
  } catch {
    return undefined
  }
}

/** Whether no link on the path leads outside. */
export function isReallyInside(root: string, folder: string): boolean {
  try {
    return isInside(root, realpathSync.native(folder))
  } catch {
    // A folder that does not exist yet will be a real one.
    return true
  }
}
