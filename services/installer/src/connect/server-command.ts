import path from 'node:path'
import type { ConnectScope } from './config-place.ts'
import type { ServerCommand } from './server-entry.ts'

/** Variables that decide where cli-apps keeps its data; agents start servers without them. */
const homeVariables = ['CLI_APPS_HOME', 'XDG_DATA_HOME', 'XDG_CONFIG_HOME'] as const

/**
 * Returns the command of our server: this very installation by its absolute path. A name such as `npx cli-apps` would
 * start whatever has that name where the agent runs. `hasServers`: the workspace declares MCP servers, whose tools it adds.
 */
export function serverCommand(
  program: readonly string[],
  scope: ConnectScope,
  { environment, hasServers }: { environment: NodeJS.ProcessEnv; hasServers: boolean },
): ServerCommand {
  const workspace = scope.kind === 'project' ? ['--workspace', scope.workspace.root] : []
  const servers = hasServers ? ['--with-servers'] : []
  const [node = process.execPath, ...rest] = program
  return {
    argv: [node, ...rest, 'mcp', ...workspace, ...servers],
    env: Object.fromEntries(
      homeVariables.flatMap((name) => {
        const value = environment[name]
        return value ? [[name, path.resolve(value)]] : []
      }),
    ),
  }
}

/** Whether a command starts the MCP server of cli-apps, of whichever installation and machine. */
export function isOurServer({ argv }: ServerCommand): boolean {
  const at = argv.findIndex((word) => /(^|[/\\])cli-apps(\.js)?$/.test(word))
  return at !== -1 && argv[at + 1] === 'mcp'
}
