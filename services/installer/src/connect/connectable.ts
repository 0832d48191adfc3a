import type { AgentId } from '@cli-apps/core'
import { agentServers } from '../agents/agent-servers.ts'
import type { CommandContext } from '../context.ts'
import { connectedAgents } from './connected-agents.ts'

/** Returns those of these agents that can be connected in a project, and are connected neither there nor for the user. */
export async function connectable(ids: readonly AgentId[], context: CommandContext): Promise<AgentId[]> {
  const connected = await connectedAgents(context)
  return ids.filter((id) => agentServers[id]?.project !== undefined && !connected.includes(id))
}
