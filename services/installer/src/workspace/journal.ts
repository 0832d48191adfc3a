import { copyFile, lstat, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { agentFolders, InvalidError, protectedPlace, t } from '@cli-apps/core'
import {
  aboutFile,
  exists,
  hasCode,
  isMissing,
  jsonText,
  makeFolder,
  readJson,
  syncFolder,
  temporaryName,
  type Workspace,
  writeFileAtomic,
} from '@cli-apps/core/node'
import * as z from 'zod'
import { projectServerFiles } from '../agents/agent-servers.ts'
import { placeOf, removeEmptyFolders } from './place.ts'

/** Paths in a workspace that cli-apps writes. */
const anyOf = (paths: readonly string[]): string => paths.map((one) => one.replaceAll('.', '\\.')).join('|')
const skillFolders = anyOf(['skills', ...agentFolders])
const ownPath = new RegExp(
  `^(?!.*/\\.\\./)(cli-apps\\.(json|lock)|cli-apps\\.d/[a-z0-9-]+\\.json|\\.gitignore|${anyOf(projectServerFiles)}|(${skillFolders})/cli-app-[a-z0-9-]+/.+|(${skillFolders})/cli-apps/(SKILL\\.md|references/.+)|skills/cli-playbook-[a-z0-9-]+/SKILL\\.md|\\.cli-apps/((apps|commands|saved|playbooks|umbrella)/.+|connections\\.json))$`,
)

/** Whether no segment below a skill's folder or our state goes up or has a special meaning to tools. */
function isOrdinary(file: string): boolean {
  const parts = file.split('/')
  const top = parts.findIndex(
    (part) => part.startsWith('cli-app-') || part === 'cli-apps' || part === '.cli-apps',
  )
  return (top === -1 ? [] : parts.slice(top + 1)).every(
    (part) =>
      part !== '..' &&
      part !== '.' &&
      protectedPlace(part, { name: 'inner', isRepository: false }) === undefined,
  )
}

/**
 * `.cli-apps/txn/<id>.json`, format 1. The new and old contents of the change are in the folder `<id>` next to it. Once
 * the journal exists, the change is committed and is completed; renamed to `<id>.undo.json`, it is rolled back.
 */
export const Journal = z.object({
  txn: z.literal(1),
  command: z.string(),
  // A journal may come with a cloned workspace, so it may name only paths that cli-apps writes.
  changes: z.array(
    z.object({
      path: z
        .string()
        .regex(ownPath)
        .refine(isOrdinary, {
          error: () => t('journal.obeyed-place', 'must not lead to a place that tools obey'),
        }),
      staged: z.string().regex(/^\d+$/).nullable(),
      /** Whether the old content is kept in `<number>.old`. */
      replaces: z.boolean().optional(),
    }),
  ),
  /** The change is committed only once these programs, which the system owns, are gone. */
  once_gone: z.array(z.string()).optional(),
})
export type Journal = z.infer<typeof Journal>

/** Returns the folder of a change; its journals are next to it. */
export const stagingFolder = (workspace: Workspace, id: string): string => path.join(workspace.journal, id)

const decided = (staging: string): string => `${staging}.json`
const undoing = (staging: string): string => `${staging}.undo.json`

export const oldFile = (staging: string, index: number): string => path.join(staging, `${index}.old`)

export async function writeJournal(staging: string, journal: Journal): Promise<void> {
  await writeFileAtomic(decided(staging), jsonText(journal))
  await syncFolder(path.dirname(staging))
}

/** Applies a committed change. If the system refuses a step, everything is rolled back before this throws. */
export async function carryOutOrPutBack(
  workspace: Workspace,
  staging: string,
  journal: Journal,
): Promise<void> {
  try {
    await carryForward(workspace, staging, journal, { isRecovery: false })
  } catch (error) {
    // If even this is refused, the journal stays, and the next command completes the change.
    await rename(decided(staging), undoing(staging))
    await putBack(workspace, staging, journal)
    throw error
  }
}

/** Completes or rolls back what a killed process had begun; returns its command if it was completed. */
export async function settleChange(workspace: Workspace, id: string): Promise<string | undefined> {
  const staging = stagingFolder(workspace, id)
  if (await isLink(staging)) {
    await forget(staging)
    return undefined
  }
  const undone = await readJournal(undoing(staging))
  if (undone !== undefined) {
    await putBack(workspace, staging, undone)
    return undefined
  }
  const journal = await readJournal(decided(staging))
  if (journal === undefined || !(await areGone(journal.once_gone ?? []))) {
    await forget(staging)
    return undefined
  }
  await carryForward(workspace, staging, journal, { isRecovery: true })
  return journal.command
}

/** We stage contents in real folders only; a link came with a cloned workspace, and nothing is read through it. */
const isLink = (staging: string): Promise<boolean> =>
  lstat(staging).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  )

/** Removes the journal first, because staged files without one are ignored. */
export async function forget(staging: string): Promise<void> {
  for (const journal of [undoing(staging), decided(staging)]) await rm(journal, { force: true })
  await rm(staging, { recursive: true, force: true })
}

const readJournal = (file: string): Promise<Journal | undefined> =>
  readJson(file, Journal, {
    what: t('check-workspace.journal-interrupted-change', 'The journal of an interrupted change'),
    code: 'journal.corrupt',
    repair: t(
      'journal.delete-folder-next-then',
      'Delete {file} and the folder next to it, then run "{cli} doctor".',
      { file },
    ),
  })

const areGone = async (programs: readonly string[]): Promise<boolean> =>
  (await Promise.all(programs.map(exists))).every((isThere) => !isThere)

async function carryForward(
  workspace: Workspace,
  staging: string,
  { changes }: Journal,
  { isRecovery }: { isRecovery: boolean },
): Promise<void> {
  for (const { path: name, staged } of changes) {
    const target = await placeOf(workspace, name)
    if (staged === null) {
      await rm(target, { force: true })
      await removeEmptyFolders(workspace, path.dirname(target))
    } else if (!isRecovery || (await exists(path.join(staging, staged)))) {
      // In recovery, some files were renamed before the crash; otherwise every staged file must exist.
      await moveInto(path.join(staging, staged), target)
    }
  }
  await forget(staging)
}

/** Restores the old files, and removes new files and the folders created for them. */
async function putBack(workspace: Workspace, staging: string, { changes }: Journal): Promise<void> {
  for (const [index, { path: name, staged, replaces = false }] of [...changes.entries()].reverse()) {
    // A staged file was never moved to its target.
    if (staged !== null && (await exists(path.join(staging, staged)))) continue
    const target = await placeOf(workspace, name)
    if (!replaces) {
      await rm(target, { force: true })
      await removeEmptyFolders(workspace, path.dirname(target))
    } else if (await exists(oldFile(staging, index))) {
      await moveInto(oldFile(staging, index), target)
    }
  }
  await forget(staging)
}

async function moveInto(staged: string, target: string): Promise<void> {
  // A journal that came with a cloned workspace may name a folder or a link as content.
  if (!(await lstat(staged)).isFile())
    throw new InvalidError(
      'journal.corrupt',
      t('journal.corrupt', '{staged} is not a regular file.', { staged }),
      {
        hint: t(
          'journal.corrupt.hint',
          'Delete {staged} and the journal next to it, then run "{cli} doctor".',
          { staged: path.dirname(staged) },
        ),
      },
    )
  try {
    await rename(staged, target)
  } catch (error) {
    if (hasCode(error, 'EXDEV')) return moveAcross(staged, target)
    if (!isMissing(error)) throw aboutFile(error, target)
    await makeFolder(path.dirname(target))
    await moveInto(staged, target)
  }
}

/** A folder of the workspace may be on another disk, and files can only be renamed within a disk. */
async function moveAcross(staged: string, target: string): Promise<void> {
  const beside = temporaryName(target)
  try {
    await copyFile(staged, beside)
    await rename(beside, target)
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {})
    throw aboutFile(error, target)
  }
  await rm(staged)
}
