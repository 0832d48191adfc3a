import { appendFile } from 'node:fs/promises'
import path from 'node:path'
import { ForbiddenError, isMcpProgram, type McpServerConfig } from '@cli-apps/core'
import { requireSafeUrl, type Workspace, writeFileAtomic } from '@cli-apps/core/node'
import {
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'
import { type Environment, fillValues, fillVariables } from './fill-variables.ts'
import { type ProgramPlace, programStart } from './program-server.ts'
import { ProgramTransport } from './stdio-transport.ts'

/** Ways to reach a server, best first. */
export type TransportMaker = () => Promise<Transport>

/** Throws what `programStart` throws, and `ForbiddenError` `mcp.unsafe-url`. */
export function waysTo(config: McpServerConfig, values: Environment, place: ProgramPlace): TransportMaker[] {
  if (isMcpProgram(config)) {
    const start = programStart(config, values, place)
    return [
      async () => {
        const log = await openLog(place.workspace, config.name)
        return new ProgramTransport(() => start(log))
      },
    ]
  }
  const url = safeUrl(config.name, fillVariables(config.url, values))
  const headers = fillValues(config.headers ?? {}, values)
  const options = { requestInit: { headers }, fetch: fetchWithinBounds }
  const ways = {
    http: async () => new StreamableHTTPClientTransport(url, options),
    sse: async () => new SSEClientTransport(url, options),
  }
  return config.transport === undefined ? [ways.http, ways.sse] : [ways[config.transport]]
}

// The message shows the declared text, since the filled URL may contain a secret.
function safeUrl(name: string, text: string): URL {
  try {
    requireSafeUrl(text)
    return new URL(text)
  } catch (cause) {
    throw new ForbiddenError(
      'mcp.unsafe-url',
      `The URL of ${name} is neither https nor http on this machine.`,
      {
        hint: 'Use an https URL.',
        cause,
      },
    )
  }
}

const mostBytes = 20_000_000

/** No redirects, which would forward secret headers, and responses of limited size. */
async function fetchWithinBounds(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'error' })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  if (response.body === null || isStream) return response
  let bytes = 0
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length
      if (bytes > mostBytes) controller.error(new Error('The answer is too long.'))
      else controller.enqueue(chunk)
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(bound), { status, statusText, headers })
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
