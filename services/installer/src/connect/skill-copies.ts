import { type AgentId, foldersOf } from '@cli-apps/core'
import { listInstalled } from '@cli-apps/core/node'
import { copyFolders, shellFolders } from '../agents/skill-placement.ts'
import { refuseUnmanagedSkills } from '../agents/unmanaged-skill.ts'
import type { CommandContext } from '../context.ts'
import { planRender } from '../skill/plan-render.ts'
import { findOwnRecord } from '../workspace/own-record.ts'
import type { FileChange } from '../workspace/transaction.ts'

/**
 * Returns the changes that give the installed apps a skill in the folders of all agents of the workspace, with calls of
 * the tool where one of them is connected, and for a shell elsewhere.
 */
export async function skillCopies(
  { declared, connected }: { declared: readonly AgentId[]; connected: readonly AgentId[] },
  context: CommandContext,
): Promise<FileChange[]> {
  const { workspace } = context
  const changes: FileChange[] = []
  for (const name of await listInstalled(workspace)) {
    const record = await findOwnRecord(name, context)
    if (record === undefined) continue
    const all = [...declared, ...(record.skill.agents ?? [])]
    const [folders, shell] = [foldersOf(all), shellFolders(all, connected)]
    if (isSame(folders, copyFolders(record)) && isSame(shell, record.skill.shell ?? [])) continue
    await refuseUnmanagedSkills(name, folders, { workspace, record })
    const rendering = await planRender(record, context, { language: undefined, folders, shell })
    changes.push(...rendering.changes)
  }
  return changes
}

const isSame = (folders: readonly string[], before: readonly string[]): boolean =>
  folders.length === before.length && folders.every((folder) => before.includes(folder))
