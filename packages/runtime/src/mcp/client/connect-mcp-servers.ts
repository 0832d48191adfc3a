import { realpathSync } from 'node:fs'
import { isMcpProgram, type McpServerConfig, McpServerConfigs, toLine, UsageError } from '@cli-apps/core'
import {
  appsHome,
  cleanEnvironment,
  readWorkspaceFile,
  type Workspace,
  workspaceAt,
} from '@cli-apps/core/node'
import * as z from 'zod'
import type { Runtime } from '../../runtime.ts'
import { type Confiner, openConfiner } from '../../sandbox/open-confiner.ts'
import type { SandboxSetting } from '../../sandbox/sandbox-setting.ts'
import type { McpServerState } from './connection-status.ts'
import type { Environment } from './fill-variables.ts'
import { type McpConnection, openMcpConnection } from './mcp-connection.ts'
import { mcpToolName } from './mcp-tool-name.ts'
import { loginTool } from './oauth/login-tool.ts'
import type { LoginStore } from './oauth/mcp-login.ts'
import type { Confirms } from './remote-tool.ts'
import { createServerTools, listServerTools, type ServerTools } from './server-tools.ts'

export interface ConnectOptions {
  /** Folder of the workspace: programs start in it, and their stderr is logged there. */
  workspace: string
  /** Source of the programs' clean environment, and of `${NAME}` without `findValues`. */
  environment: Environment
  /** Looks up the values of `${NAME}` for a server, each time before it is connected. They are redacted from what the server returns. */
  findValues?: (server: string) => Promise<Environment>
  /**
   * How programs are confined; not at all when absent. They see the workspace read-only, and have a home of their own. Only
   * bubblewrap can do that; without it they are not started, unless the policy is `off`.
   */
  sandbox?: SandboxSetting
  /** Folder of cli-apps with the homes of programs; `CLI_APPS_HOME`, else the user's data folder when absent. */
  home?: string
  /** Which calls require confirmation; `destructive` when absent. */
  confirms?: Confirms
  /**
   * Where the login to a remote server is kept, which `logInToMcpServer` makes; without it none is used. With it, a server that
   * requires a login has the tool `mcp_<server>_log_in`.
   */
  loginOf?: (server: string) => LoginStore
  /** Called once when a server cannot be used, and again only after it could be used for a minute. */
  onProblem?: (server: string, problem: string) => void
  /** Seconds that a call may take without progress; 30 by default. */
  callSeconds?: number
  /** Milliseconds before reconnecting to a lost server, doubled with each attempt; 1,000 by default. */
  retryMs?: number
}

export interface McpServerStatus {
  name: string
  state: McpServerState
  /** The last error. */
  problem?: string
  /** Names of its tools in the runtime. */
  tools: string[]
  /** What was left out, with reasons. */
  left_out: string[]
}

/** Servers whose tools a runtime offers. */
export interface McpServers extends AsyncDisposable {
  status(): McpServerStatus[]
  /** Resolves when each server has connected or failed once, or after this many milliseconds. */
  settled(ms: number): Promise<void>
  /** Removes their tools and disconnects; ends their programs with all child processes. */
  close(): Promise<void>
}

/**
 * Adds the tools of MCP servers to a runtime as `mcp_<server>_<tool>`. Returns immediately: servers connect in the
 * background, tools arrive with `tools-changed`, and stay while a lost server is being reconnected. A server with a
 * `command` is a program that runs with the rights of this process unless `sandbox` is set, so connect only servers that the
 * user trusts. Throws `UsageError` `mcp.bad-servers`, and `InvalidError` `sandbox.bad-setting`.
 */
export function connectMcpServers(runtime: Runtime, servers: unknown, options: ConnectOptions): McpServers {
  const configs = McpServerConfigs.safeParse(servers)
  if (!configs.success) {
    throw new UsageError('mcp.bad-servers', 'These are no MCP servers.', {
      hint: toLine(z.prettifyError(configs.error), 500),
    })
  }
  const names = configs.data.map(({ name }) => name)
  const workspace = workspaceAt(realpathSync.native(options.workspace))
  const confiner = options.sandbox === undefined ? undefined : confinerOf(options.sandbox, workspace, options)
  const open = configs.data.map((config) =>
    openServer(config, { runtime, names, place: { workspace, confiner }, options }),
  )
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
    settled: async (ms) => void (await Promise.all(open.map(({ connection }) => connection.settled(ms)))),
    close,
    [Symbol.asyncDispose]: close,
  }
}

interface OpenServer {
  name: string
  tools: ServerTools
  connection: McpConnection
}

interface ServerDependencies {
  runtime: Runtime
  /** Of all servers. */
  names: readonly string[]
  place: { workspace: Workspace; confiner: Confiner | undefined }
  options: ConnectOptions
}

/** Milliseconds for a server to connect after a login. */
const connectedMs = 20_000

function openServer(
  config: McpServerConfig,
  { runtime, names, place, options }: ServerDependencies,
): OpenServer {
  const { name } = config
  const { callSeconds = 30, retryMs = 1000, environment, confirms = 'destructive', onProblem } = options
  const findValues = async (): Promise<Environment> => options.findValues?.(name) ?? environment
  const store = isMcpProgram(config) ? undefined : options.loginOf?.(name)
  const tools = createServerTools(runtime, { server: name, servers: names, confirms })
  const loggedIn = async (): Promise<readonly string[]> => {
    connection.connect()
    await connection.settled(connectedMs)
    return tools.status().tools
  }
  const connection = openMcpConnection({
    ...{ config, ...place, environment, retryMs, findValues },
    callMs: callSeconds * 1000,
    redacts: options.findValues !== undefined,
    login: store,
    onLoginNeeded(scope) {
      if (store === undefined) return
      const toolName = mcpToolName(name, 'log_in', names)
      tools.offer(loginTool(toolName, { config, store, findValues, scope, loggedIn }), scope)
    },
    onProblem: (problem) => onProblem?.(name, problem),
    onReady: async (client, capabilities) =>
      tools.fill(await listServerTools(client, capabilities), connection, capabilities),
  })
  return { name, tools, connection }
}

const confinerOf = (
  setting: SandboxSetting,
  workspace: Workspace,
  { environment: own, home = appsHome(own) }: ConnectOptions,
): Confiner => openConfiner(setting, { workspace, own, environment: cleanEnvironment(own), home })

/**
 * Returns the `mcp_servers` declared in a workspace's `cli-apps.json`. In another user's folder these are that user's
 * programs: ask before connecting them. Throws `InvalidError` for an invalid file.
 */
export async function declaredMcpServers(workspace: string): Promise<McpServerConfig[]> {
  return (await readWorkspaceFile(workspaceAt(workspace)))?.mcp_servers ?? []
}
