export {
  type ConnectOptions,
  connectMcpServers,
  declaredMcpServers,
  type McpServerStatus,
  type McpServers,
} from './connect-mcp-servers.ts'
export { createMcpServer, type McpServerOptions } from './create-mcp-server.ts'
export type { McpServerState } from './mcp-connection.ts'
export { type LogInOptions, logInToMcpServer } from './oauth/log-in.ts'
export { type LoginStore, McpLogin } from './oauth/mcp-login.ts'
export { revokeMcpLogin } from './oauth/revoke-login.ts'
export type { Confirms } from './remote-tool.ts'
export { type RunningMcpServer, type ServeHttpOptions, serveMcpHttp } from './serve-http.ts'
export { type ServeStdioOptions, serveMcpStdio } from './serve-stdio.ts'
export { openSkillResources, type SkillResources, type SkillResourcesOptions } from './skill-resources.ts'
