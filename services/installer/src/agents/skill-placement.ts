import {
  type AgentId,
  agentFolders,
  foldersOf,
  type InstallRecord,
  skillName,
  sortedAgents,
} from '@cli-apps/core'

/** Where the skill of one app lies besides `skills/`. Folders are relative to the workspace, with slashes. */
export interface SkillPlacement {
  /** Agents that were asked for with this app: its record keeps them. */
  agents: AgentId[]
  /** Every folder of agents that holds a copy afterwards. */
  folders: string[]
  /** Those of them that held none before. */
  added: string[]
  /** Those that lose their copy. */
  dropped: string[]
}

/**
 * The agents of the workspace, those that the app has already, and those that are asked for now; `[]` lets go of the
 * app's own.
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

/** Folders of agents in which an installed app has a copy of its skill. */
export function copyFolders(record: InstallRecord | undefined): string[] {
  const copies = Object.keys(record?.skill.copies ?? {})
  return agentFolders.filter((folder) => copies.some((file) => file.startsWith(`${folder}/`)))
}

/** The skill documents that agents find, by their path in the workspace. */
export const copiedSkills = (record: InstallRecord): string[] =>
  copyFolders(record).map((folder) => `${folder}/${skillName(record.name)}/SKILL.md`)
