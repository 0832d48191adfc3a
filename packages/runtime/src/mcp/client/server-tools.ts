import { toLine } from '@cli-apps/core'
import type { Client, ServerCapabilities } from '@modelcontextprotocol/client'
import * as z from 'zod'
import type { Runtime } from '../../runtime.ts'
import type { Tool } from '../../tools/tool.ts'
import type { McpConnection } from './mcp-connection.ts'
import { hashedToolName, mcpToolName } from './mcp-tool-name.ts'
import { remoteResourceTools } from './remote-resource-tools.ts'
import { type Confirms, RemoteTool, remoteTool } from './remote-tool.ts'

const mostTools = 200
const mostPages = 20
const ToolPage = z.object({ tools: z.array(z.unknown()), nextCursor: z.string().optional() })

/** All pages of a list, up to a tool more than is used. */
export async function listServerTools(client: Client, { tools }: ServerCapabilities): Promise<unknown[]> {
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

export interface ServerTools {
  fill(listed: readonly unknown[], connection: McpConnection, capabilities: ServerCapabilities): void
  /** Adds a tool of ours, made for this scope, until the server lists its own. */
  offer(tool: Tool, scope: string | undefined): void
  empty(): void
  /** Names of the tools in the runtime, and what was left out, with reasons. */
  status(): { tools: string[]; left_out: string[] }
}

/** The registered tools of one server. Unchanged tools stay registered, so that prompt caches hold. */
export function createServerTools(
  { tools: registry }: Runtime,
  { server, servers, confirms }: { server: string; servers: readonly string[]; confirms: Confirms },
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
          add(
            name,
            (free) => remoteTool(free, read.data, { server, connection, confirms }),
            JSON.stringify(read.data),
          )
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
    offer: (tool, scope = '') => put(tool, `ours ${scope}`),
    empty() {
      for (const name of held.keys()) registry.unregister(name)
      held.clear()
    },
    status: () => ({ tools: [...held.keys()], left_out: [...leftOut] }),
  }
}
