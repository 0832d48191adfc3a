import {
  canonicalJson,
  type Digest,
  isMcpProgram,
  type McpProgram,
  type McpServerConfig,
  type McpServerConfigs,
  mcpVariables,
  t,
} from '@cli-apps/core'
import { digestOf, readWorkspaceFile, readWorkspaceTrust, workspaceAt } from '@cli-apps/core/node'
import { argvText } from '../plan/argv-text.ts'

/** The MCP servers of a workspace, and whether this user confirmed exactly these declarations for it. */
export interface DeclaredServers {
  servers: McpServerConfigs
  /** Of all that is declared of them, also keys that are not known here. */
  digest: Digest
  isTrusted: boolean
}

/** Reads the declarations in the workspace at this real path; `undefined` if there are none. */
export async function readDeclaredServers(root: string, home: string): Promise<DeclaredServers | undefined> {
  const { mcp_servers: servers = [] } = await readWorkspaceFile(workspaceAt(root))
  if (servers.length === 0) return undefined
  const digest = digestOf(canonicalJson(servers))
  const { mcp_servers: trusted = [] } = await readWorkspaceTrust(home)
  const isTrusted = trusted.some((one) => one.workspace === root && one.digest === digest)
  return { servers, digest, isTrusted }
}

/** Says for a person who is to confirm a server all that is known of what it does. */
export const serverRemarks = (config: McpServerConfig): string[] => [
  isMcpProgram(config) ? programText(config) : addressText(config),
  ...mcpVariables(config).map((variable) =>
    t('declared-servers.variable', 'MCP server {name} is given the value that you set for {variable}', {
      name: config.name,
      variable,
    }),
  ),
]

function programText({ name, command, args = [], env = {} }: McpProgram): string {
  const argv = argvText([command, ...args])
  const variables = argvText(Object.entries(env).map(([variable, value]) => `${variable}=${value}`))
  return variables === ''
    ? t('declared-servers.program', 'MCP server {name} runs {argv}', { name, argv })
    : t('declared-servers.program-env', 'MCP server {name} runs {argv} with {variables}', {
        name,
        argv,
        variables,
      })
}

function addressText({ name, url: text, headers = {} }: Exclude<McpServerConfig, McpProgram>): string {
  const url = argvText([text])
  const sent = argvText(Object.entries(headers).map(([header, value]) => `${header}: ${value}`))
  return sent === ''
    ? t('declared-servers.address', 'MCP server {name} is at {url}', { name, url })
    : t('declared-servers.address-headers', 'MCP server {name} is at {url} and is sent {sent}', {
        name,
        url,
        sent,
      })
}
