import type { AgentId } from '@cli-apps/core'
import type { CommandContext } from '../context.ts'
import { type Connections, readConnections } from './connections.ts'

/** Returns the agents that `connect` connected, in this workspace (as in `project`, if given) or for the user. */
export async function connectedAgents(
  {
    workspace,
    environment,
    cwd,
    config,
  }: Pick<CommandContext, 'workspace' | 'environment' | 'cwd' | 'config'>,
  project?: Connections,
): Promise<AgentId[]> {
  const known = await Promise.all([
    project ?? readConnections({ kind: 'project', workspace }, config),
    readConnections({ kind: 'user', environment, cwd }, config),
  ])
  return [...new Set(known.flatMap(({ files }) => files.flatMap(({ agents }) => agents)))]
}
