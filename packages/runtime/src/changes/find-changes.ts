import path from 'node:path'
import { toLine } from '@cli-apps/core'
import { createSlices } from '../turns/slices.ts'
import type { Change, ChangedFile } from './changed-file.ts'
import { readFolderNames } from './folder-names.ts'
import { skippedFolders } from './skipped-folders.ts'
import { type EntryState, entryState, isReallyInside, type Snapshot } from './take-snapshot.ts'
import { walkForChanges } from './walk-for-changes.ts'

export interface FoundChanges {
  /** Newest first. */
  files: ChangedFile[]
  /** Number of further changed files. */
  others: number
  /** Number of folders that were not or only partly searched before time was up. */
  unseen: number
}

const mostFiles = 50
/** Time limit for all but the likely folders, which are always searched. */
const walkMs = 8

/**
 * Finds the files that changed since the snapshot. Changes in the working folder and at paths named by arguments are
 * always found; other folders, and old files in large ones, as far as the time allows.
 */
export async function findChanges(snapshot: Snapshot, { budgetMs = walkMs } = {}): Promise<FoundChanges> {
  const changes = new Map<string, Change>()
  const created: string[] = []
  const slices = createSlices()
  const report = (file: string, before: EntryState | undefined): void => {
    const after = entryState(file)
    const change = compare(before, after)
    if (change !== undefined) changes.set(file, change)
    if (after?.isFolder && before === undefined) created.push(file)
  }
  for (const [file, before] of snapshot.entries) {
    const folder = path.dirname(file)
    // A new entry may be behind a link that leads outside.
    if (snapshot.folders.has(folder) || isReallyInside(snapshot.root, folder)) report(file, before)
    if (slices.due()) await slices.pause()
  }
  for (const [folder, before] of snapshot.folders) {
    const after = await readFolderNames(folder)
    if (after === undefined || after === before) continue
    for (const name of after.names) {
      const file = path.join(folder, name)
      if (!before.names.has(name) && !skippedFolders.has(name) && !snapshot.entries.has(file))
        report(file, undefined)
      if (slices.due()) await slices.pause()
    }
  }
  const unseen = walkForChanges({ snapshot, created, deadline: performance.now() + budgetMs, changes })
  const sorted = [...changes].sort(([, a], [, b]) => b.mtimeMs - a.mtimeMs)
  const files = sorted.slice(0, mostFiles).map(([file, { kind, size }]) => ({
    path: shownPath(snapshot.root, file),
    kind,
    size,
  }))
  return { files, others: sorted.length - files.length, unseen }
}

function compare(before: EntryState | undefined, after: EntryState | undefined): Change | undefined {
  if (after?.isFile) {
    const { size, mtimeMs } = after
    if (before?.isFile !== true) return { kind: 'created', size, mtimeMs }
    return isSame(before, after) ? undefined : { kind: 'changed', size, mtimeMs }
  }
  return before?.isFile ? { kind: 'deleted', size: 0, mtimeMs: 0 } : undefined
}

/** Ignores owner and links: only a change of content counts. */
const isSame = (a: EntryState, b: EntryState): boolean =>
  a.inode === b.inode && a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs

/** File names are untrusted text. */
const shownPath = (root: string, file: string): string =>
  toLine(path.relative(root, file).split(path.sep).join('/'), 1000)
