import { createHash } from 'node:crypto'

const mostCharacters = 64

/**
 * Returns the local name of a server's tool: `mcp_<server>_<tool>`. If model APIs would refuse that name, or another
 * server's tool could have it too, it ends in a hash of both names, which is stable across starts and configurations.
 */
export function mcpToolName(server: string, tool: string, servers: readonly string[]): string {
  const whole = `mcp_${server}_${tool}`
  const fit = whole.replace(/[^A-Za-z0-9_-]/g, '_')
  const isShared = servers.some((other) => other !== server && server.startsWith(`${other}_`))
  return fit === whole && whole.length <= mostCharacters && !isShared ? whole : hashedToolName(server, tool)
}

export function hashedToolName(server: string, tool: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([server, tool]))
    .digest('hex')
    .slice(0, 8)
  const fit = `mcp_${server}_${tool}`.slice(0, mostCharacters).replace(/[^A-Za-z0-9_-]/g, '_')
  return `${fit.slice(0, mostCharacters - hash.length - 1)}_${hash}`
}
