import type { AgentId } from '@cli-apps/core'
import { agentServers } from '../agents/agent-servers.ts'
import type { CommandContext } from '../context.ts'
import { scopeOf } from './connect-options.ts'
import { readConnections } from './connections.ts'

/** Returns those of these agents that can be connected in a project, and are connected neither there nor for the user. */
export async function connectable(ids: readonly AgentId[], context: CommandContext): Promise<AgentId[]> {
  const known = await Promise.all(
    [false, true].map((isUser) => readConnections(scopeOf(isUser, context), context.config)),
  )
  const connected = new Set(known.flatMap(({ files }) => files.flatMap(({ agents }) => agents)))
  return ids.filter((id) => agentServers[id]?.project !== undefined && !connected.has(id))
}
