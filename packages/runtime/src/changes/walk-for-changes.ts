import { type Dir, type Dirent, opendirSync } from 'node:fs'
import path from 'node:path'
import type { Change } from './changed-file.ts'
import { skippedFolders } from './skipped-folders.ts'
import { entryState, type Snapshot } from './take-snapshot.ts'

interface Walk {
  snapshot: Snapshot
  /** New folders, to be searched first. */
  created: readonly string[]
  /** On the clock of `performance.now()`. */
  deadline: number
  /** Receives the changes found; existing entries stay. */
  changes: Map<string, Change>
}

/**
 * Searches the workspace for files that changed since the snapshot, until the deadline. Returns the number of folders
 * not fully searched. Folders with created or removed entries come first, files changed in place last.
 */
export function walkForChanges({ snapshot, created, deadline, changes }: Walk): number {
  const { root, since, folders } = snapshot
  const touched = [...created]
  const untouched = [...new Set([...folders.keys(), root])].reverse()
  const old: { folder: string; names: string[] }[] = []
  const seen = new Set<string>()
  const isOver = (): boolean => performance.now() > deadline
  const check = (file: string): void => {
    if (changes.has(file) || snapshot.entries.has(file)) return
    const state = entryState(file)
    if (state?.isFile !== true || state.ctimeMs < since) return
    const { size, mtimeMs } = state
    // Many programs write a temporary file and rename it, so an existing file has a new inode.
    const wasThere =
      state.birthtimeMs < since || folders.get(path.dirname(file))?.names.has(path.basename(file)) === true
    changes.set(file, { kind: wasThere ? 'changed' : 'created', size, mtimeMs })
  }
  while (!isOver()) {
    const folder = touched.pop() ?? untouched.pop()
    if (folder === undefined) break
    if (seen.has(folder)) continue
    seen.add(folder)
    const isTouched = (entryState(folder)?.mtimeMs ?? 0) >= since
    const names: string[] = []
    const isWhole = readEntries(folder, isOver, (entry) => {
      const file = path.join(folder, entry.name)
      if (entry.isFile()) isTouched ? check(file) : names.push(entry.name)
      else if (entry.isDirectory() && !skippedFolders.has(entry.name)) {
        const isFresh = (entryState(file)?.mtimeMs ?? 0) >= since
        ;(isFresh ? touched : untouched).push(file)
      }
    })
    if (!isWhole) untouched.push(folder)
    if (!isWhole) seen.delete(folder)
    if (names.length > 0) old.push({ folder, names })
  }
  let next = old.shift()
  for (; next !== undefined && !isOver(); next = old.shift())
    for (const name of next.names) check(path.join(next.folder, name))
  const left = [...touched, ...untouched, ...old.map(({ folder }) => folder)]
  return new Set(next === undefined ? left : [...left, next.folder]).size
}

const batch = 256

/** Reads a folder until the deadline; false if entries remain. An unreadable folder counts as empty. */
function readEntries(folder: string, isOver: () => boolean, take: (entry: Dirent) => void): boolean {
  let opened: Dir | undefined
  try {
    opened = opendirSync(folder, { bufferSize: batch })
    for (let entry = opened.readSync(); entry !== null; entry = opened.readSync()) {
      if (isOver()) return false
      take(entry)
    }
  } catch {
    // It was deleted in the meantime, or we may not read it.
  } finally {
    opened?.closeSync()
  }
  return true
}
