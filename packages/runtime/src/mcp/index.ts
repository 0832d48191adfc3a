export {
  type ConnectOptions,
  connectMcpServers,
  declaredMcpServers,
  type McpServerStatus,
  type McpServers,
} from './client/connect-mcp-servers.ts'
export type { McpServerState } from './client/connection-status.ts'
export { type LogInOptions, logInToMcpServer } from './client/oauth/log-in.ts'
export { type LoginStore, McpLogin } from './client/oauth/mcp-login.ts'
export { revokeMcpLogin } from './client/oauth/revoke-login.ts'
export type { Confirms } from './client/remote-tool.ts'
export { createMcpServer, type McpServerOptions } from './server/create-mcp-server.ts'
export { type RunningMcpServer, type ServeHttpOptions, serveMcpHttp } from './server/serve-http.ts'
export { type ServeStdioOptions, serveMcpStdio } from './server/serve-stdio.ts'
export {
  openSkillResources,
  type SkillResources,
  type SkillResourcesOptions,
} from './server/skill-resources.ts'
