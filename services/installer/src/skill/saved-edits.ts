import { type AppName, type Digest, type InstallRecord, skillDigests, skillName } from '@cli-apps/core'
import { digestOf, type Workspace } from '@cli-apps/core/node'
import type { FileChange } from '../workspace/transaction.ts'
import { readSkillText } from './read-skill-text.ts'
import { hasOwnWords } from './skill-regions.ts'
import { isAsGenerated } from './skill-state.ts'

/** Returns every file that was written for the app's skill, including copies for agents. */
export const skillFiles = (record: InstallRecord | undefined): string[] =>
  record === undefined ? [] : Object.keys(skillDigests(record))

/**
 * Returns the changes that save a user's edits of generated files before these are replaced or removed. Marked regions
 * stay in files that are `written` again, so they are saved only when their file is removed.
 */
export async function savedEdits(
  workspace: Workspace,
  name: AppName,
  files: readonly string[],
  {
    known,
    accepted,
    written,
  }: {
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
    const folder = `/${skillName(name)}/`
    const at = file.slice(file.indexOf(folder) + folder.length)
    // The digest in the path keeps saved texts from overwriting each other.
    const path = `.cli-apps/saved/${name}/${digestOf(text).slice(7, 15)}/${at}`
    edits.set(path, { path, content: text })
  }
  return [...edits.values()]
}
