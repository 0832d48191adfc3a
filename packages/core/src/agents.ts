import * as z from 'zod/mini'
import { type Agent, agents, type SkillDialect } from './agent-table.ts'

export type AgentId = keyof typeof agents
export const agentIds = Object.keys(agents) as [AgentId, ...AgentId[]]
export const AgentId = z.enum(agentIds)

/** Has every skill anyway, so that agents that read it need no copy. */
const ownFolder = 'skills'

/** Every folder besides `skills` that an agent reads, without duplicates. */
export const agentFolders: readonly string[] = [
  ...new Set<string>(agentIds.map((id) => agents[id].skills)),
].filter((folder) => folder !== ownFolder)

/** Returns agents in the order of the table, without duplicates. */
export function sortedAgents(ids: Iterable<AgentId>): AgentId[] {
  const requested = new Set(ids)
  return agentIds.filter((id) => requested.has(id))
}

/** Returns the skill folders of these agents in the order of the table, without duplicates; `skills` itself is not one. */
export const foldersOf = (ids: Iterable<AgentId>): string[] =>
  [...new Set(sortedAgents(ids).map((id) => agents[id].skills))].filter((folder) => folder !== ownFolder)

/** Returns the dialect for SKILL.md in an agent folder. */
export const dialectOf = (folder: string): SkillDialect =>
  agentIds.map((id): Agent => agents[id]).find(({ skills }) => skills === folder)?.dialect ?? 'plain'
