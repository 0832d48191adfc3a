import {
  type AppName,
  agentFolders,
  type Digest,
  type InstallRecord,
  skillDigests,
  skillFileAt,
} from '@cli-apps/core'
import { digestOf, type Workspace } from '@cli-apps/core/node'
import type { FileChange } from '../workspace/transaction.ts'
import { readSkillText } from './read-skill-text.ts'
import { hasOwnWords } from './skill-regions.ts'
import { isAsGenerated } from './skill-state.ts'

/** Returns every file that was written for the app's skill, including copies for agents. */
export const skillFiles = (record: InstallRecord | undefined): string[] =>
  record === undefined ? [] : Object.keys(skillDigests(record))

/** Where edited texts are kept: a folder below `.cli-apps/saved`, and the name of each file in its skill. */
interface SavedNaming {
  folder: string
  nameOf: (path: string) => string
}

/**
 * Returns the changes that save a user's edits of generated files before these are replaced or removed. Marked regions
 * stay in files that are `written` again, so they are saved only when their file is removed.
 */
export async function savedEdits(
  workspace: Workspace,
  files: readonly string[],
  {
    naming,
    known,
    accepted,
    written,
  }: {
    naming: SavedNaming
    known: Readonly<Record<string, Digest>>
    accepted: Readonly<Record<string, Digest>>
    written: readonly string[]
  },
): Promise<FileChange[]> {
  const edits = new Map<string, FileChange>()
  for (const file of files) {
    const text = await readSkillText(workspace, file)
    if (text === undefined) continue
    const isOurs = isAsGenerated(text, known[file]) || isAsGenerated(text, accepted[file])
    if (isOurs && (written.includes(file) || !hasOwnWords(text))) continue
    // The digest in the path keeps saved texts from overwriting each other.
    const path = `.cli-apps/saved/${naming.folder}/${digestOf(text).slice(7, 15)}/${naming.nameOf(file)}`
    edits.set(path, { path, content: text })
  }
  return [...edits.values()]
}

/** The naming for the skill of an app: each file as in its skill, wherever that is placed. */
export const namingOf = (name: AppName): SavedNaming => ({
  folder: name,
  nameOf: (path) => {
    const folder = ['skills', ...agentFolders].find((one) => path.startsWith(`${one}/`)) ?? ''
    return skillFileAt(name, path.slice(folder.length + 1))?.file ?? path
  },
})
