import { type Digest, type InstallRecord, skillDigests } from '@cli-apps/core'
import { digestOf, type Workspace } from '@cli-apps/core/node'
import { readSkillText } from './read-skill-text.ts'
import { hasGenerated, hasOwnWords } from './skill-regions.ts'

/** State of an app's generated files in the workspace. */
interface SkillState {
  isIntact: boolean
  /** Files whose generated part was changed, by path in the workspace. */
  edited: string[]
  /** Files with regions that a user added, which stay when the file is written again. */
  extended: string[]
}

/** Whether the generated part of a file has this digest. */
export const isAsGenerated = (text: string, digest: Digest | undefined): boolean =>
  digest !== undefined && hasGenerated(text, (generated) => digestOf(generated) === digest)

export async function readSkillState(
  record: InstallRecord | undefined,
  workspace: Workspace,
): Promise<SkillState> {
  const edited: string[] = []
  const extended: string[] = []
  let isIntact = record !== undefined
  for (const [file, digest] of Object.entries(record === undefined ? {} : skillDigests(record))) {
    const text = await readSkillText(workspace, file)
    if (text !== undefined && hasOwnWords(text)) extended.push(file)
    if (text !== undefined && isAsGenerated(text, digest)) continue
    isIntact = false
    if (text !== undefined) edited.push(file)
  }
  return { isIntact, edited, extended }
}
