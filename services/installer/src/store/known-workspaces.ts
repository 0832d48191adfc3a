import { rm } from 'node:fs/promises'
import path from 'node:path'
import { t } from '@cli-apps/core'
import {
  digestOf,
  exists,
  jsonText,
  namesIn,
  readJson,
  workspaceAt,
  writeFileAtomic,
} from '@cli-apps/core/node'
import * as z from 'zod'

/** `workspaces/<hash>.json` next to the store: a workspace that uses one of its programs. */
const KnownWorkspace = z.object({ workspace: z.literal(1), root: z.string() })

export const noteFolder = (home: string): string => path.join(home, 'workspaces')

export const noteFile = (home: string, root: string): string =>
  path.join(noteFolder(home), `${digestOf(root).slice(7, 23)}.json`)

/** Registers a workspace with the store, so that cleanup keeps what it uses. Returns whether it was new. */
export async function noteWorkspace(home: string, root: string): Promise<boolean> {
  const file = noteFile(home, root)
  if (await exists(file)) return false
  await writeFileAtomic(file, jsonText({ workspace: 1, root }))
  return true
}

/** Reverts `noteWorkspace`. */
export const forgetWorkspace = (home: string, root: string): Promise<void> =>
  rm(noteFile(home, root), { force: true })

interface KnownWorkspace {
  /** Path of its note. */
  note: string
  root: string
  /** The workspace no longer exists. */
  isGone: boolean
}

/** Returns the workspaces that the store knows. Throws `store.corrupt-note` for a note that cannot be read. */
export async function listKnownWorkspaces(home: string): Promise<KnownWorkspace[]> {
  const folder = noteFolder(home)
  const found = await Promise.all(
    (await namesIn(folder))
      .filter((name) => name.endsWith('.json'))
      .map(async (name): Promise<KnownWorkspace | undefined> => {
        const note = path.join(folder, name)
        const known = await readJson(note, KnownWorkspace, {
          what: t('known-workspaces.note-about-workspace', 'The note about a workspace'),
          code: 'store.corrupt-note',
          repair: t(
            'known-workspaces.delete-then-run-cli-apps',
            'Delete {note}; then run "{cli} doctor --fix" in each of your workspaces.',
            { note },
          ),
        })
        if (known === undefined) return undefined
        return { note, root: known.root, isGone: !(await exists(workspaceAt(known.root).state)) }
      }),
  )
  return found.filter((known) => known !== undefined)
}
