import { type AgentId, agentIds, t, UsageError } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import { readWorkspaceFile, type Workspace } from '@cli-apps/core/node'
import { agentsCalled } from '../agents/choose-agents.ts'
import type { InstallerOption } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { ownArgv } from '../own-argv.ts'
import type { ConnectScope } from './config-place.ts'
import { serverCommand } from './server-command.ts'
import type { ServerCommand } from './server-entry.ts'

export const userOption = {
  user: { type: 'boolean', description: "Use the agent's configuration for all your projects" },
} as const satisfies Record<string, InstallerOption>

/** What shells offer for the words of `connect` and `disconnect`. */
export const agentWords = [[...agentIds, 'detected']] as const

/** What a command line of `connect` or `disconnect` is about. */
export interface ConnectRequest {
  ids: AgentId[]
  scope: ConnectScope
  command: ServerCommand
  /** Where agents start the server. */
  cwd: string
}

export const scopeOf = (isUser: boolean, { workspace, environment, cwd }: CommandContext): ConnectScope =>
  isUser ? { kind: 'user', environment, cwd } : { kind: 'project', workspace }

/** Reads the agents and the scope. Throws `UsageError` for words that name no agent. */
export async function readConnectRequest(
  words: readonly string[],
  options: OptionValues,
  context: CommandContext,
): Promise<ConnectRequest> {
  const { workspace, environment, cwd } = context
  const names = words.flatMap((word) => word.split(',')).filter((word) => word !== '')
  if (names.length === 0)
    throw new UsageError('connect.no-agent', t('connect.no-agent', 'Name one agent or several.'), {
      hint: t('connect.no-agent.hint', 'Agents found here: {cli} connect --list'),
    })
  const ids = await agentsCalled(names, workspace.root)
  const scope = scopeOf(options.user === true, context)
  const folder = scope.kind === 'project' ? workspace.root : cwd
  const hasServers = scope.kind === 'project' && (await declaresServers(workspace))
  return { ids, scope, command: serverCommand(ownArgv(), scope, { environment, hasServers }), cwd: folder }
}

/** Without a confirmation of the declarations the server starts without these, so that none is needed here. */
async function declaresServers(workspace: Workspace): Promise<boolean> {
  const { mcp_servers: servers = [] } = await readWorkspaceFile(workspace)
  return servers.length > 0
}
