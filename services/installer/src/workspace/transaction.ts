import { randomBytes } from 'node:crypto'
import { lstat, mkdir, readdir, realpath, rename, rm, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { ConflictError, IntegrityError } from '@cli-apps/core'
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

/** Places in a workspace that are written by cli-apps. */
const ownPath =
  /^(cli-apps\.(json|lock)|skills\/cli-app-[a-z0-9-]+\/.+|\.cli-apps\/(apps|commands|saved)\/.+)$/

/** `.cli-apps/txn/<id>.json`, format 1. Once it is there the change is decided, and can only be carried forward. */
const Journal = z.object({
  txn: z.literal(1),
  command: z.string(),
  // A journal may come with a cloned workspace, so it may name only what cli-apps writes.
  changes: z.array(
    z.object({ path: z.string().regex(ownPath), staged: z.string().regex(/^\d+$/).nullable() }),
  ),
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
      await requireFreePlace(await placeOf(workspace, change.path))
      const staged = change.content === null ? null : String(index)
      if (change.content !== null) await writeFileAtomic(path.join(staging, String(index)), change.content)
      journal.changes.push({ path: change.path, staged })
    }
    await writeFileAtomic(`${staging}.json`, jsonText(journal))
  } catch (error) {
    await rm(staging, { recursive: true, force: true })
    throw error
  }
  await carryForward(workspace, id, journal, { isRecovery: false })
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
    await carryForward(workspace, id, journal, { isRecovery: true })
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

async function carryForward(
  workspace: Workspace,
  id: string,
  { changes }: Journal,
  { isRecovery }: { isRecovery: boolean },
): Promise<void> {
  const staging = path.join(workspace.journal, id)
  for (const { path: name, staged } of changes) {
    const target = await placeOf(workspace, name)
    if (staged === null) {
      await rm(target, { force: true })
      await removeEmptyFolders(workspace, path.dirname(target))
    } else if (!isRecovery || (await exists(path.join(staging, staged)))) {
      // Recovery meets files that were renamed before the crash; otherwise every staged file must be there.
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

/** A folder in the place of a file, or a file in the place of a folder, must be found before anything is decided. */
async function requireFreePlace(target: string): Promise<void> {
  const taken = await lstat(target).catch(() => undefined)
  const parent = await stat(await realParent(path.dirname(target)))
  if (!taken?.isDirectory() && parent.isDirectory()) return
  throw new ConflictError(
    'workspace.in-the-way',
    `${taken?.isDirectory() ? target : path.dirname(target)} is in the way.`,
    {
      hint: 'Move it away and try again. Nothing was changed.',
    },
  )
}

/** The absolute place of a file, which no name and no symbolic link may lead out of the workspace. */
export async function placeOf(workspace: Workspace, name: string): Promise<string> {
  const target = path.resolve(workspace.root, name)
  const isNamed = name !== '' && target !== workspace.root && isInside(workspace.root, target)
  if (isNamed && isInside(await realpath(workspace.root), await realParent(path.dirname(target))))
    return target
  throw new IntegrityError('workspace.path-escape', `${JSON.stringify(name)} leads out of the workspace.`, {
    hint: isNamed
      ? 'A folder on its way is a symbolic link to elsewhere: make it a real folder.'
      : 'Nothing was changed.',
  })
}

/** Where the nearest folder that exists really is. */
async function realParent(folder: string): Promise<string> {
  try {
    return await realpath(folder)
  } catch (error) {
    if (!isMissing(error)) throw error
    return realParent(path.dirname(folder))
  }
}
