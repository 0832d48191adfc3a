import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { IntegrityError } from '@cli-apps/core'
import {
  exists,
  isInside,
  isMissing,
  jsonText,
  readJson,
  type Workspace,
  writeFileAtomic,
} from '@cli-apps/core/node'
import * as z from 'zod'

/** A file of the workspace that changes: its new content, or null to remove it. Path relative to the workspace, with slashes. */
export interface FileChange {
  path: string
  content: string | null
}

/** `.cli-apps/txn/<id>.json`, format 1. Once it is there the change is decided, and can only be carried forward. */
const Journal = z.object({
  txn: z.literal(1),
  command: z.string(),
  changes: z.array(z.object({ path: z.string(), staged: z.string().nullable() })),
})
type Journal = z.infer<typeof Journal>

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
  const id = randomBytes(8).toString('hex')
  const staging = path.join(workspace.journal, id)
  const journal: Journal = { txn: 1, command, changes: [] }
  try {
    await mkdir(staging, { recursive: true })
    for (const [index, change] of changes.entries()) {
      placeOf(workspace, change.path)
      const staged = change.content === null ? null : String(index)
      if (change.content !== null) await writeFileAtomic(path.join(staging, String(index)), change.content)
      journal.changes.push({ path: change.path, staged })
    }
    await writeFileAtomic(`${staging}.json`, jsonText(journal))
  } catch (error) {
    await rm(staging, { recursive: true, force: true })
    throw error
  }
  await carryForward(workspace, id, journal)
}

/**
 * Finishes or forgets what a killed command left: decided changes are carried out, staged ones without a journal are
 * dropped. Gives the commands that were finished. The caller holds the workspace's lock.
 */
export async function recoverTransactions(workspace: Workspace): Promise<string[]> {
  const finished: string[] = []
  for (const file of await pendingFiles(workspace)) {
    const id = file.replace(/\.json$/, '')
    const journal = await readJournal(workspace, id)
    if (journal === undefined) {
      await rm(path.join(workspace.journal, file), { recursive: true, force: true })
      continue
    }
    await carryForward(workspace, id, journal)
    finished.push(journal.command)
  }
  return finished
}

/** Is something left to recover? One look at a folder that is mostly empty. */
export const hasPendingTransactions = async (workspace: Workspace): Promise<boolean> =>
  (await pendingFiles(workspace)).length > 0

async function pendingFiles(workspace: Workspace): Promise<string[]> {
  try {
    return (await readdir(workspace.journal)).sort()
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

const readJournal = (workspace: Workspace, id: string): Promise<Journal | undefined> => {
  const file = path.join(workspace.journal, `${id}.json`)
  return readJson(file, Journal, {
    what: 'The journal of an interrupted change',
    code: 'journal.corrupt',
    repair: `Delete ${file} and the folder beside it, then run "cli-apps doctor".`,
  })
}

async function carryForward(workspace: Workspace, id: string, { changes }: Journal): Promise<void> {
  const staging = path.join(workspace.journal, id)
  for (const { path: name, staged } of changes) {
    const target = placeOf(workspace, name)
    if (staged === null) {
      await rm(target, { force: true })
      await removeEmptyFolders(workspace, path.dirname(target))
    } else if (await exists(path.join(staging, staged))) {
      await mkdir(path.dirname(target), { recursive: true })
      await rename(path.join(staging, staged), target)
    }
  }
  await rm(`${staging}.json`, { force: true })
  await rm(staging, { recursive: true, force: true })
}

/** Folders that a removal emptied go too, as far as the workspace reaches. */
async function removeEmptyFolders(workspace: Workspace, from: string): Promise<void> {
  for (
    let folder = from;
    folder !== workspace.root && isInside(workspace.root, folder);
    folder = path.dirname(folder)
  ) {
    try {
      await rmdir(folder)
    } catch {
      return
    }
  }
}

function placeOf(workspace: Workspace, name: string): string {
  const target = path.resolve(workspace.root, name)
  if (name !== '' && target !== workspace.root && isInside(workspace.root, target)) return target
  throw new IntegrityError('workspace.path-escape', `${JSON.stringify(name)} leads out of the workspace.`, {
    hint: 'Nothing was changed.',
  })
}
