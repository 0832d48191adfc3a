import { type AgentId, foldersOf, type SkillSettings } from '@cli-apps/core'
import { listInstalled } from '@cli-apps/core/node'
import { copyFolders, hasLayout, plannedLayout, shellFolders } from '../agents/skill-placement.ts'
import { refuseUnmanagedSkills } from '../agents/unmanaged-skill.ts'
import type { CommandContext } from '../context.ts'
import { planRender } from '../skill/plan-render.ts'
import { umbrellaChanges } from '../umbrella/umbrella-changes.ts'
import { findOwnRecord } from '../workspace/own-record.ts'
import type { FileChange } from '../workspace/transaction.ts'

interface CopiesWish {
  /** Agents of the workspace. */
  declared: readonly AgentId[]
  connected: readonly AgentId[]
  /** How the workspace wants its skills. */
  settings: SkillSettings | undefined
  /** Further changes of the same transaction. */
  others?: readonly FileChange[]
}

/**
 * Returns the changes that give the installed apps a skill in the folders of all agents of the workspace, with calls of
 * the tool where one of them is connected, and for a shell elsewhere; with the skill for all apps, where there is one.
 */
export async function skillCopies(
  { declared, connected, settings, others = [] }: CopiesWish,
  context: CommandContext,
): Promise<FileChange[]> {
  const { workspace } = context
  const changes: FileChange[] = []
  for (const name of await listInstalled(workspace)) {
    const record = await findOwnRecord(name, context)
    if (record === undefined) continue
    const all = [...declared, ...(record.skill.agents ?? [])]
    const [folders, shell] = [foldersOf(all), shellFolders(all, connected)]
    const layout = plannedLayout(settings, all)
    const isPlaced = isSame(folders, copyFolders(record)) && isSame(shell, record.skill.shell ?? [])
    if (isPlaced && hasLayout(record, layout)) continue
    await refuseUnmanagedSkills(name, folders, { workspace, record, layout })
    const rendering = await planRender(record, context, { language: undefined, folders, shell, layout })
    changes.push(...rendering.changes)
  }
  return [...changes, ...(await umbrellaChanges([...others, ...changes], context))]
}

const isSame = (folders: readonly string[], before: readonly string[]): boolean =>
  folders.length === before.length && folders.every((folder) => before.includes(folder))
