import * as z from 'zod'
import { t } from '../messages/t.ts'
import { Argument } from '../text.ts'
import { AppName } from './app-name.ts'

/** Tools of the server are called `mcp_<name>_<tool>`. */
const ServerName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/, {
  error: () => t('mcp-server-config.letters-digits', 'must be 1 to 32 letters, digits, "_" and "-"'),
})

const Values = z.record(z.string().min(1).max(200), Argument)

/** A program that speaks MCP over its standard input and output. */
export const McpProgram = z.looseObject({
  name: ServerName,
  command: z.string().min(1).max(1000).describe('Program, looked up on PATH; no shell'),
  args: z.array(Argument).max(100).optional(),
  env: Values.optional().describe('Added to a clean environment; "${NAME}" stands for a variable of yours'),
})

export type McpProgram = z.infer<typeof McpProgram>

const McpAddress = z.looseObject({
  name: ServerName,
  url: z.string().min(1).max(2000).describe('https, or http on this machine'),
  transport: z
    .enum(['http', 'sse'])
    .optional()
    .describe('Streamable HTTP or the SSE of before; when absent the first, else the second'),
  headers: Values.optional().describe('"${NAME}" stands for a variable of yours'),
})

/** An MCP server as declared in `cli-apps.json`. */
export const McpServerConfig = z.union([McpProgram, McpAddress])
export type McpServerConfig = z.infer<typeof McpServerConfig>

export const McpServerConfigs = z
  .array(McpServerConfig)
  .max(50)
  .refine((servers) => new Set(servers.map(({ name }) => name.toLowerCase())).size === servers.length, {
    error: () => t('mcp-server-config.have-name-its', 'must have a name of its own each'),
  })
export type McpServerConfigs = z.infer<typeof McpServerConfigs>

export const isMcpProgram = (config: McpServerConfig): config is McpProgram => 'command' in config

/** A reference to a variable of the user in a declaration. */
export const mcpVariable = /\$\{([A-Za-z_][A-Za-z0-9_]{0,99})\}/g

/** Names of the variables that a declared server is given the values of, each once. */
export function mcpVariables(config: McpServerConfig): string[] {
  const texts = isMcpProgram(config)
    ? [...(config.args ?? []), ...Object.values(config.env ?? {})]
    : [config.url, ...Object.values(config.headers ?? {})]
  return [...new Set(texts.flatMap((text) => [...text.matchAll(mcpVariable)].map(([, name = '']) => name)))]
}

/**
 * Under which name values and data of a workspace's server are kept. No registry of apps has such a location, so no app
 * shares them.
 */
export const mcpServerIdentity = (root: string, server: string): { app: AppName; registry: string } => ({
  app: AppName.parse('mcp-server'),
  registry: `mcp:${root}#${server.toLowerCase()}`,
})
