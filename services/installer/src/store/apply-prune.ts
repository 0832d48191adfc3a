import { rm } from 'node:fs/promises'
import { t } from '@cli-apps/core'
import { acquireLock, hasCode } from '@cli-apps/core/node'
import { removeOldOneOff } from '../one-off/one-off-workspace.ts'
import { asideSuffix } from './aside.ts'
import { lockNameOf, removeEntry, removeUnfinishedEntry } from './build-entry.ts'
import { forgetWorkspace } from './known-workspaces.ts'
import type { CacheFolders, PrunePlan } from './plan-prune.ts'
import { listPrograms, type StoredProgram } from './stored-programs.ts'
import { removePackage } from './unused-packages.ts'

export interface Pruned {
  removed: string[]
  /** Programs that another process began to use or to build since the plan was made. */
  kept: string[]
}

export interface PruneOptions {
  here: string
  signal: AbortSignal
  /** Called with each entry before it is removed. */
  onBegin: (entry: string) => Promise<void>
}

/** Removes what the plan names, each program under its lock and only if it is still unused. */
export async function applyPrune(
  { programs, packages, files, oneOffs, oneOffLimit }: PrunePlan,
  { home, store, locks }: CacheFolders,
  { here, signal, onBegin }: PruneOptions,
): Promise<Pruned> {
  const pruned: Pruned = { removed: [], kept: [] }
  for (const folder of oneOffs) {
    const isGone = await removeOldOneOff(folder, oneOffLimit)
    if (isGone) await forgetWorkspace(home, folder)
    pruned[isGone ? 'removed' : 'kept'].push(folder)
  }
  const now = new Map((await listPrograms(home, store, here)).map((found) => [found.entry.folder, found]))
  for (const program of programs) {
    signal.throwIfAborted()
    const { folder } = program.entry
    const isRemoved =
      isAsBefore(program, now.get(folder)) && (await removeHeld(program, locks, { signal, onBegin }))
    pruned[isRemoved ? 'removed' : 'kept'].push(folder)
  }
  for (const { folder } of packages) {
    signal.throwIfAborted()
    pruned[(await removePackage(folder, locks, signal)) ? 'removed' : 'kept'].push(folder)
  }
  for (const { path } of files) {
    await rm(path, { force: true })
    pruned.removed.push(path)
  }
  return pruned
}

const isAsBefore = (planned: StoredProgram, found: StoredProgram | undefined): boolean =>
  found !== undefined &&
  found.takenAt === planned.takenAt &&
  (found.workspaces.length === 0 || !found.isFinished)

async function removeHeld(
  { entry, isFinished }: StoredProgram,
  locks: string,
  { signal, onBegin }: Pick<PruneOptions, 'signal' | 'onBegin'>,
): Promise<boolean> {
  try {
    await using _lock = await acquireLock(locks, lockNameOf(entry).replace(asideSuffix, ''), {
      wait: 0,
      what: t('apply-repairs.store-entry', 'The store entry {folder}', { folder: entry.folder }),
      signal,
    })
    // A folder that was moved aside for a build has no entry of its own to clean up.
    if (!entry.folder.endsWith(asideSuffix)) await onBegin(entry.folder)
    await (isFinished ? removeEntry(entry) : removeUnfinishedEntry(entry))
    return true
  } catch (error) {
    if (hasCode(error, 'lock.held')) return false
    throw error
  }
}
