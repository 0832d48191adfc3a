import path from 'node:path'
import { type Agent, type AgentId, agentIds, agents, t } from '@cli-apps/core'
import { exists, userHome } from '@cli-apps/core/node'
import { agentServers } from '../agents/agent-servers.ts'
import type { CommandResult } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { tableText } from '../ui/table.ts'
import { type ConnectScope, readNamedPlace } from './config-place.ts'
import { scopeOf } from './connect-options.ts'
import type { ConnectResult } from './connect-result.ts'
import { readConnections } from './connections.ts'
import { readEntry } from './edit-config.ts'

type Listed = Extract<ConnectResult, { agents: unknown }>['agents'][number]

/** Lists the agents of which there is a trace in the workspace or in the user's home, and where each is connected. */
export async function listAgents(context: CommandContext): Promise<CommandResult<ConnectResult>> {
  const { workspace } = context
  const connected = await connectedFiles(context)
  const all = await Promise.all(agentIds.map((id) => describe(id, connected, context)))
  const listed = all.filter(({ found, connected }) => found.length > 0 || connected.length > 0)
  return { value: { workspace: workspace.root, agents: listed }, text: textOf(listed) }
}

interface ConnectedFile {
  scope: ConnectScope['kind']
  file: string
  agents: readonly AgentId[]
}

/** The recorded files that still have our server. A file that cannot be read counts: nobody removed it there. */
async function connectedFiles(context: CommandContext): Promise<ConnectedFile[]> {
  const found: ConnectedFile[] = []
  for (const scope of [scopeOf(false, context), scopeOf(true, context)])
    for (const connection of (await readConnections(scope, context.config)).files) {
      const { target, text } = await readNamedPlace(connection.file, scope)
      const file = { file: target, text: text ?? '' }
      if (readEntry(file, connection) === undefined) continue
      found.push({ scope: scope.kind, file: target, agents: connection.agents })
    }
  return found
}

async function describe(
  id: AgentId,
  connected: readonly ConnectedFile[],
  { workspace, environment }: CommandContext,
): Promise<Listed> {
  const { title, skills, traces, home }: Agent = agents[id]
  const places = [
    ...traces.map((trace) => path.join(workspace.root, trace)),
    ...(home === undefined ? [] : [path.join(userHome(environment), home)]),
  ]
  const isThere = await Promise.all(places.map(exists))
  const servers = agentServers[id]
  return {
    agent: id,
    title,
    found: places.filter((_, index) => isThere[index]),
    skills,
    connected: connected.filter((one) => one.agents.includes(id)).map(({ scope, file }) => ({ scope, file })),
    scopes: (['project', 'user'] as const).filter((scope) => servers?.[scope] !== undefined),
  }
}

function textOf(listed: readonly Listed[]): string {
  if (listed.length === 0)
    return t('list-agents.none', 'No agent was found in this workspace or in your home folder.')
  return tableText(
    listed.map(({ agent, title, connected, scopes }) => [agent, title, stateOf(connected, scopes, agent)]),
  )
}

function stateOf(connected: Listed['connected'], scopes: Listed['scopes'], agent: string): string {
  if (connected.length > 0)
    return t('list-agents.connected', 'connected: {files}', {
      files: connected.map(({ file }) => file).join(', '),
    })
  if (scopes.includes('project'))
    return t('list-agents.can', 'not connected; {cli} connect {agent}', { agent })
  if (scopes.includes('user'))
    return t('list-agents.can-user', 'not connected; {cli} connect {agent} --user', { agent })
  return t('list-agents.skills', 'reads skills; no MCP configuration file is known')
}
