import { type McpServerConfig, McpServerConfigs, toLine, UsageError } from '@cli-apps/core'
import { readWorkspaceFile, workspaceAt } from '@cli-apps/core/node'
import type { Client, ServerCapabilities } from '@modelcontextprotocol/client'
import * as z from 'zod'
import type { Runtime } from '../runtime.ts'
import type { Tool } from '../tools/tool.ts'
import type { Environment } from './fill-variables.ts'
import { type McpConnection, type McpServerState, openMcpConnection } from './mcp-connection.ts'
import { hashedToolName, mcpToolName } from './mcp-tool-name.ts'
import { remoteResourceTools } from './remote-resource-tools.ts'
import { RemoteTool, remoteTool } from './remote-tool.ts'

export interface ConnectOptions {
  /** The folder of the workspace: programs are started in it, and what they say of themselves is logged in it. */
  workspace: string
  /** What `${NAME}` is taken from, and the clean environment of programs. */
  environment: Environment
  /** Seconds of one call without progress; 30 when absent. */
  callSeconds?: number
  /** Milliseconds before a server that was lost is tried again, twice as long each time; 1,000 when absent. */
  retryMs?: number
}

export interface McpServerStatus {
  name: string
  state: McpServerState
  /** What went wrong last. */
  problem?: string
  /** Names of its tools here. */
  tools: string[]
  /** What of it was left out, and why. */
  left_out: string[]
}

/** Servers whose tools a runtime has. */
export interface McpServers extends AsyncDisposable {
  status(): McpServerStatus[]
  /** Takes their tools away and ends them, with all that their programs started. */
  close(): Promise<void>
}

/**
 * Gives a runtime the tools of servers, as `mcp_<server>_<tool>`. Returns at once: servers are connected meanwhile, their
 * tools come with `tools-changed`, and stay when a server is lost and tried again. A server with a `command` is a program
 * that runs with the rights of this process: connect those alone that the user trusts. Throws `UsageError` `mcp.bad-servers`.
 */
export function connectMcpServers(runtime: Runtime, servers: unknown, options: ConnectOptions): McpServers {
  const configs = McpServerConfigs.safeParse(servers)
  if (!configs.success) {
    throw new UsageError('mcp.bad-servers', 'These are no MCP servers.', {
      hint: toLine(z.prettifyError(configs.error), 500),
    })
  }
  const names = configs.data.map(({ name }) => name)
  const { callSeconds = 30, retryMs = 1000, environment } = options
  const workspace = workspaceAt(options.workspace)
  const open = configs.data.map((config) => {
    const tools = createServerTools(runtime, config.name, names)
    const connection = openMcpConnection({
      config,
      workspace,
      environment,
      retryMs,
      callMs: callSeconds * 1000,
      onReady: async (client, capabilities) =>
        tools.fill(await listTools(client, capabilities), connection, capabilities),
    })
    return { name: config.name, tools, connection }
  })
  const close = async (): Promise<void> => {
    await Promise.all(
      open.map(async ({ tools, connection }) => {
        await connection.close()
        tools.empty()
      }),
    )
  }
  return {
    status: () =>
      open.map(({ name, tools, connection }) => {
        const problem = connection.problem()
        return {
          name,
          state: connection.state(),
          ...(problem !== undefined && { problem }),
          ...tools.status(),
        }
      }),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/**
 * What `cli-apps.json` of a workspace declares as `mcp_servers`. In a folder of somebody else these are programs of his:
 * ask the user before they are connected. Throws `InvalidError` for a file that is none.
 */
export async function declaredMcpServers(workspace: string): Promise<McpServerConfig[]> {
  return (await readWorkspaceFile(workspaceAt(workspace)))?.mcp_servers ?? []
}

const mostTools = 200
const mostPages = 20
const ToolPage = z.object({ tools: z.array(z.unknown()), nextCursor: z.string().optional() })

async function listTools(client: Client, { tools }: ServerCapabilities): Promise<unknown[]> {
  if (tools === undefined) return []
  const found: unknown[] = []
  let cursor: string | undefined
  for (let page = 0; page < mostPages && found.length <= mostTools; page++) {
    const params = cursor === undefined ? {} : { cursor }
    const answer = await client.request({ method: 'tools/list', params }, ToolPage, { timeout: 20_000 })
    found.push(...answer.tools.slice(0, mostTools + 1))
    cursor = answer.nextCursor
    if (cursor === undefined) break
  }
  return found
}

interface ServerTools {
  fill(listed: readonly unknown[], connection: McpConnection, capabilities: ServerCapabilities): void
  empty(): void
  status(): Pick<McpServerStatus, 'tools' | 'left_out'>
}

/** The tools of one server in the registry. Unchanged tools stay registered, so that prompts stay cached. */
function createServerTools(
  { tools: registry }: Runtime,
  server: string,
  servers: readonly string[],
): ServerTools {
  const held = new Map<string, string>()
  let leftOut: string[] = []

  function put(tool: Tool, facts: string): void {
    if (held.get(tool.name) === facts) return
    if (held.delete(tool.name)) registry.unregister(tool.name)
    registry.register(tool)
    held.set(tool.name, facts)
  }

  return {
    fill(listed, connection, capabilities) {
      const seen = new Set<string>()
      leftOut = listed.length > mostTools ? [`all tools after the first ${mostTools}`] : []
      const add = (name: string, make: (name: string) => Tool, facts: string): void => {
        try {
          const isTaken = seen.has(name) || (!held.has(name) && registry.get(name) !== undefined)
          const free = isTaken ? hashedToolName(server, name) : name
          put(make(free), facts)
          seen.add(free)
        } catch (error) {
          leftOut.push(`${name}: ${toLine(error instanceof Error ? error.message : '', 200)}`)
        }
      }
      for (const one of listed.slice(0, mostTools)) {
        const read = RemoteTool.safeParse(one)
        if (read.success) {
          const name = mcpToolName(server, read.data.name, servers)
          add(name, (free) => remoteTool(free, server, read.data, connection), JSON.stringify(read.data))
        } else leftOut.push('a tool that is none')
      }
      const nameOf = (tool: string): string => mcpToolName(server, tool, servers)
      for (const tool of remoteResourceTools({ server, nameOf, connection }, capabilities))
        add(tool.name, (name) => ({ ...tool, name }), 'ours')
      for (const name of [...held.keys()]) {
        if (seen.has(name)) continue
        held.delete(name)
        registry.unregister(name)
      }
      leftOut = leftOut.slice(0, 50)
    },
    empty() {
      for (const name of held.keys()) registry.unregister(name)
      held.clear()
    },
    status: () => ({ tools: [...held.keys()], left_out: [...leftOut] }),
  }
}
