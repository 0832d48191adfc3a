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

/** `workspaces/<hash>.json` beside the store: a workspace that took something out of it. */
const KnownWorkspace = z.object({ workspace: z.literal(1), root: z.string() })

export const noteFolder = (home: string): string => path.join(home, 'workspaces')

export const noteFile = (home: string, root: string): string =>
  path.join(noteFolder(home), `${digestOf(root).slice(7, 23)}.json`)

/** Lets the store know of a workspace, so that what it uses is not cleared away. Gives whether it did not know it. */
export async function noteWorkspace(home: string, root: string): Promise<boolean> {
  const file = noteFile(home, root)
  if (await exists(file)) return false
  await writeFileAtomic(file, jsonText({ workspace: 1, root }))
  return true
}

/** Takes back what `noteWorkspace` said. */
export const forgetWorkspace = (home: string, root: string): Promise<void> =>
  rm(noteFile(home, root), { force: true })

interface KnownWorkspace {
  /** The note about it. */
  note: string
  root: string
  /** There is no workspace there any more. */
  isGone: boolean
}

/** The workspaces that the store knows. A note that cannot be read throws `store.corrupt-note`. */
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
            'Delete {note}; then run "cli-apps doctor --fix" in each of your workspaces.',
            { note },
          ),
        })
        if (known === undefined) return undefined
        return { note, root: known.root, isGone: !(await exists(workspaceAt(known.root).state)) }
      }),
  )
  return found.filter((known) => known !== undefined)
}
