import {
  type AgentId,
  agentFolders,
  foldersOf,
  type InstallRecord,
  isSkillDocument,
  layoutAt,
  ownLayout,
  type SkillLayout,
  type SkillSettings,
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
  /** Those whose copy shows calls for a shell: none of the agents that read it is connected over MCP. */
  shell: string[]
  layout: PlacementLayout
}

/** Whether an app has a skill of its own, in `skills/` and in the folders of agents. */
export interface PlacementLayout {
  own: SkillLayout
  copies: SkillLayout
}

/**
 * Combines the agents of the workspace, those that the app already has, and those requested now; `[]` removes the app's
 * own.
 */
export function planPlacement({
  asked,
  record,
  declared,
  connected,
}: {
  asked: readonly AgentId[] | undefined
  record: InstallRecord | undefined
  declared: { agents: readonly AgentId[]; skills: SkillSettings | undefined }
  /** Agents that `connect` connected, of which there may be more. */
  connected: readonly AgentId[]
}): SkillPlacement {
  const own = asked?.length === 0 ? [] : sortedAgents([...(record?.skill.agents ?? []), ...(asked ?? [])])
  const all = [...declared.agents, ...own]
  const folders = foldersOf(all)
  const before = copyFolders(record)
  return {
    agents: own,
    folders,
    added: folders.filter((folder) => !before.includes(folder)),
    dropped: before.filter((folder) => !folders.includes(folder)),
    shell: shellFolders(all, connected),
    layout: plannedLayout(declared.skills, all),
  }
}

/** Returns the folders of these agents that no connected one of them reads, in the order of the table. */
export function shellFolders(ids: readonly AgentId[], connected: readonly AgentId[]): string[] {
  const served = foldersOf(ids.filter((id) => connected.includes(id)))
  return foldersOf(ids).filter((folder) => !served.includes(folder))
}

/** Agent folders that contain a copy of an installed app's skill. */
export function copyFolders(record: InstallRecord | undefined): string[] {
  const copies = Object.keys(record?.skill.copies ?? {})
  return agentFolders.filter((folder) => copies.some((file) => file.startsWith(`${folder}/`)))
}

/** Sorted paths in the workspace of the skill documents that agents find, or read behind the skill for all apps. */
export const copiedSkills = (record: InstallRecord): string[] =>
  Object.keys(record.skill.copies ?? {})
    .filter(isSkillDocument)
    .sort()

/** Returns the layout that the workspace's settings ask for, for an app with these agents. */
export function plannedLayout(settings: SkillSettings | undefined, ids: readonly AgentId[]): PlacementLayout {
  const copies = settings?.layout ?? 'per-app'
  return { own: ownLayout(copies, ids), copies }
}

/** Whether the files of an installed app are in this layout. */
export const hasLayout = (record: InstallRecord, { own, copies }: PlacementLayout): boolean =>
  layoutAt(record.skill.path) === own && copiedSkills(record).every((file) => layoutAt(file) === copies)
