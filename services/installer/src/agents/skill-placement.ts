import {
  type AgentId,
  agentFolders,
  foldersOf,
  type InstallRecord,
  skillName,
  sortedAgents,
} from '@cli-apps/core'

/** Where an app's skill is placed besides `skills/`. Folders are relative to the workspace, with forward slashes. */
export interface SkillPlacement {
  /** Agents requested for this app; its record stores them. */
  agents: AgentId[]
  /** Every agent folder that has a copy afterwards. */
  folders: string[]
  /** Those that had none before. */
  added: string[]
  /** Those that lose their copy. */
  dropped: string[]
}

/**
 * Combines the agents of the workspace, those that the app already has, and those requested now; `[]` removes the app's
 * own.
 */
export function planPlacement({
  asked,
  record,
  declared,
}: {
  asked: readonly AgentId[] | undefined
  record: InstallRecord | undefined
  declared: { agents: readonly AgentId[] }
}): SkillPlacement {
  const own = asked?.length === 0 ? [] : sortedAgents([...(record?.skill.agents ?? []), ...(asked ?? [])])
  const folders = foldersOf([...declared.agents, ...own])
  const before = copyFolders(record)
  return {
    agents: own,
    folders,
    added: folders.filter((folder) => !before.includes(folder)),
    dropped: before.filter((folder) => !folders.includes(folder)),
  }
}

/** Agent folders that contain a copy of an installed app's skill. */
export function copyFolders(record: InstallRecord | undefined): string[] {
  const copies = Object.keys(record?.skill.copies ?? {})
  return agentFolders.filter((folder) => copies.some((file) => file.startsWith(`${folder}/`)))
}

/** The skill documents that agents find, by path in the workspace. */
export const copiedSkills = (record: InstallRecord): string[] =>
  copyFolders(record).map((folder) => `${folder}/${skillName(record.name)}/SKILL.md`)
