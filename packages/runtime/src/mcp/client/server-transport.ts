import { appendFile } from 'node:fs/promises'
import path from 'node:path'
import { isMcpProgram, type McpServerConfig } from '@cli-apps/core'
import { type Workspace, writeFileAtomic } from '@cli-apps/core/node'
import {
  type OAuthClientProvider,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'
import { fetchFor, serverUrl } from './fetch-for.ts'
import { type Environment, fillValues } from './fill-variables.ts'
import { type ProgramPlace, programStart } from './program/program-start.ts'
import { ProgramTransport } from './program/program-transport.ts'

/** Ways to reach a server, best first. */
export type TransportMaker = () => Promise<Transport>

/** Throws what `programStart` throws, and `ForbiddenError` `mcp.unsafe-url`. */
export function waysTo(
  config: McpServerConfig,
  values: Environment,
  { place, authProvider }: { place: ProgramPlace; authProvider?: OAuthClientProvider | undefined },
): TransportMaker[] {
  if (isMcpProgram(config)) {
    const start = programStart(config, values, place)
    return [
      async () => {
        const log = await openLog(place.workspace, config.name)
        return new ProgramTransport(() => start(log))
      },
    ]
  }
  const url = serverUrl(config, values)
  const declared = fillValues(config.headers ?? {}, values)
  const options = { fetch: fetchFor(url, declared), ...(authProvider && { authProvider }) }
  const ways = {
    http: async () => new StreamableHTTPClientTransport(url, { ...options, onInsufficientScope: 'throw' }),
    sse: async () => new SSEClientTransport(url, options),
  }
  return config.transport === undefined ? [ways.http, ways.sse] : [ways[config.transport]]
}

const mostLogBytes = 1_000_000

/** Logs the program's stderr: the first megabyte of each start, in a file that only the user can read. */
async function openLog({ logs }: Workspace, name: string): Promise<(chunk: Uint8Array) => void> {
  const file = path.join(logs, `mcp-${name}.log`)
  await writeFileAtomic(file, '', 0o600)
  let bytes = 0
  let writing = Promise.resolve()
  return (chunk) => {
    const fits = chunk.subarray(0, Math.max(0, mostLogBytes - bytes))
    bytes += fits.length
    if (fits.length > 0) writing = writing.then(() => appendFile(file, fits)).catch(() => {})
  }
}
