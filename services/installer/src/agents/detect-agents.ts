import path from 'node:path'
import { type AgentId, agentIds, agents } from '@cli-apps/core'
import { exists } from '@cli-apps/core/node'

/** Returns the agents that a workspace is used with, judging by their files, in the order of the table. */
export async function detectAgents(root: string): Promise<AgentId[]> {
  const found = await Promise.all(
    agentIds.map(async (id) => {
      const traces = await Promise.all(agents[id].traces.map((trace) => exists(path.join(root, trace))))
      return traces.includes(true)
    }),
  )
  return agentIds.filter((_, index) => found[index])
}
