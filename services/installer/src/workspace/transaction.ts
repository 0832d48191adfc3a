import { randomBytes } from 'node:crypto'
import { chmod, copyFile, link, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { aboutFile, isMissing, makeFolder, removeAbandoned, type Workspace } from '@cli-apps/core/node'
import {
  carryOutOrPutBack,
  forget,
  type Journal,
  oldFile,
  settleChange,
  stagingFolder,
  writeJournal,
} from './journal.ts'
import { pendingChanges } from './pending-changes.ts'
import { placeOf, requireFreePlace } from './place.ts'

/**
 * A changed file of the workspace: its new content, or null to remove it. Path relative to the workspace, with slashes.
 */
export interface FileChange {
  path: string
  content: string | null
  /** Permissions of a new file; a file that is replaced keeps its own. */
  mode?: number
}

/** A staged change. The contents that it replaces are kept until it is complete. */
interface PreparedChange {
  /** Applies the change. If the system refuses a step, everything is rolled back before this throws. */
  carryOut(): Promise<void>
  /** Discards it; nothing was changed. */
  discard(): Promise<void>
}

/**
 * Changes files of the workspace atomically. New contents are staged; writing the journal commits; then files are
 * renamed in the given order. A crash before the commit changes nothing; one after it is completed by
 * `recoverTransactions`. The caller holds the workspace's lock.
 */
export async function commitChanges(
  workspace: Workspace,
  command: string,
  changes: readonly FileChange[],
): Promise<void> {
  const prepared = await prepareChanges(workspace, command, changes)
  await prepared.carryOut()
}

/**
 * Like `commitChanges`, for a change that depends on the removal of programs by the system: it is journaled first, and
 * counts as committed once those programs are gone.
 */
export async function prepareChanges(
  workspace: Workspace,
  command: string,
  changes: readonly FileChange[],
  onceGone: readonly string[] = [],
): Promise<PreparedChange> {
  const staging = stagingFolder(workspace, randomBytes(8).toString('hex'))
  const journal: Journal = { txn: 1, command, changes: [] }
  if (onceGone.length > 0) journal.once_gone = [...onceGone]
  try {
    await makeFolder(staging)
    for (const [index, { path: name, content, mode }] of changes.entries()) {
      const target = await placeOf(workspace, name)
      await requireFreePlace(target)
      const replaces = await keepOld(target, oldFile(staging, index))
      const staged = content === null ? null : String(index)
      if (content !== null) await writeStaged(path.join(staging, String(index)), content, { target, mode })
      journal.changes.push({ path: name, staged, replaces })
    }
    await writeJournal(staging, journal)
  } catch (error) {
    await forget(staging)
    throw error
  }
  return {
    carryOut: () => carryOutOrPutBack(workspace, staging, journal),
    discard: () => forget(staging),
  }
}

/** Flushed to disk before the journal. Errors name the target file. */
async function writeStaged(
  file: string,
  content: string,
  { target, mode }: { target: string; mode: number | undefined },
): Promise<void> {
  try {
    const kept = await stat(target).then(
      (stats) => stats.mode & 0o777,
      () => mode,
    )
    // Narrow from the beginning: the content may be secret.
    await writeFile(file, content, { flag: 'wx', flush: true, ...(kept !== undefined && { mode: kept }) })
    if (kept !== undefined) await chmod(file, kept)
  } catch (error) {
    throw aboutFile(error, target)
  }
}

/** Keeps the current content under a second name, or as a copy on disks without links. Returns whether there is any. */
async function keepOld(target: string, old: string): Promise<boolean> {
  try {
    await link(target, old)
  } catch (error) {
    if (isMissing(error)) return false
    await copyFile(target, old)
  }
  return true
}

/** Outcome of the changes that killed commands had begun. */
interface RecoveredChanges {
  /** Commands whose changes were committed, and were completed. */
  finished: string[]
  /** Number of changes that were not committed, and were discarded. */
  dropped: number
}

/** Completes committed changes of killed commands and discards others. The caller holds the workspace's lock. */
export async function recoverTransactions(workspace: Workspace): Promise<RecoveredChanges> {
  const finished: string[] = []
  let dropped = 0
  for (const id of await pendingChanges(workspace)) {
    const command = await settleChange(workspace, id)
    if (command === undefined) dropped += 1
    else finished.push(command)
  }
  // A partly written journal.
  await removeAbandoned(workspace.journal)
  return { finished, dropped }
}
