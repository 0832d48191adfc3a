import { randomBytes } from 'node:crypto'
import { copyFile, link, writeFile } from 'node:fs/promises'
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

/** A file of the workspace that changes: its new content, or null to remove it. Path relative to the workspace, with slashes. */
export interface FileChange {
  path: string
  content: string | null
}

/** A change that is written down and can happen: contents are staged, and what is replaced is kept until it has happened. */
interface PreparedChange {
  /** Puts everything in place. Where the system refuses half-way, all is put back before this throws. */
  carryOut(): Promise<void>
  /** Forgets it; nothing was changed. */
  discard(): Promise<void>
}

/**
 * Changes files of the workspace all together. New contents are staged first; writing the journal decides; then files are
 * renamed into place in the order given. A crash before that leaves nothing, one after it is carried forward by
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
 * As `commitChanges`, for a change that goes together with the removal of programs by the system: it is written down
 * first, and counts as decided once those programs are gone.
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
    for (const [index, { path: name, content }] of changes.entries()) {
      const target = await placeOf(workspace, name)
      await requireFreePlace(target)
      const replaces = await keepOld(target, oldFile(staging, index))
      const staged = content === null ? null : String(index)
      if (content !== null) await writeStaged(path.join(staging, String(index)), content, target)
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

/** On the disk before the journal is; what goes wrong is about the file that it is for. */
async function writeStaged(file: string, content: string, target: string): Promise<void> {
  try {
    await writeFile(file, content, { flag: 'wx', flush: true })
  } catch (error) {
    throw aboutFile(error, target)
  }
}

/** A second name for what is there now, or a copy where the disk knows no links. Gives whether anything is. */
async function keepOld(target: string, old: string): Promise<boolean> {
  try {
    await link(target, old)
  } catch (error) {
    if (isMissing(error)) return false
    await copyFile(target, old)
  }
  return true
}

/** What became of changes that killed commands had begun. */
interface RecoveredChanges {
  /** Commands that had been decided, and were finished. */
  finished: string[]
  /** How many had not been decided, and were dropped. */
  dropped: number
}

/**
 * Finishes or forgets what a killed command left: decided changes are carried out, others are dropped. The caller holds
 * the workspace's lock.
 */
export async function recoverTransactions(workspace: Workspace): Promise<RecoveredChanges> {
  const finished: string[] = []
  let dropped = 0
  for (const id of await pendingChanges(workspace)) {
    const command = await settleChange(workspace, id)
    if (command === undefined) dropped += 1
    else finished.push(command)
  }
  // A journal that was being written.
  await removeAbandoned(workspace.journal)
  return { finished, dropped }
}
