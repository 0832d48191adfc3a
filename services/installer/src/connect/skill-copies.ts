import { type AgentId, foldersOf, type InstallRecord } from '@cli-apps/core'
import { listInstalled } from '@cli-apps/core/node'
import { copyFolders } from '../agents/skill-placement.ts'
import { refuseUnmanagedSkills } from '../agents/unmanaged-skill.ts'
import type { CommandContext } from '../context.ts'
import { planRender } from '../skill/plan-render.ts'
import { findOwnRecord } from '../workspace/own-record.ts'
import type { FileChange } from '../workspace/transaction.ts'

/** Returns the changes that give the installed apps a skill in the folders of all agents of the workspace. */
export async function skillCopies(
  declared: readonly AgentId[],
  context: CommandContext,
): Promise<FileChange[]> {
  const { workspace } = context
  const changes: FileChange[] = []
  for (const name of await listInstalled(workspace)) {
    const record = await findOwnRecord(name, context)
    if (record === undefined) continue
    const folders = foldersOf([...declared, ...(record.skill.agents ?? [])])
    if (isSame(folders, record)) continue
    await refuseUnmanagedSkills(name, folders, { workspace, record })
    const rendering = await planRender(record, context, { language: undefined, folders })
    changes.push(...rendering.changes)
  }
  return changes
}

const isSame = (folders: readonly string[], record: InstallRecord): boolean => {
  const before = copyFolders(record)
  return folders.length === before.length && folders.every((folder) => before.includes(folder))
}
