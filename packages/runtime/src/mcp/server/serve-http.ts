import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { UnavailableError } from '@cli-apps/core'
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server'
import type { Runtime } from '../../runtime.ts'
import { createMcpServer, type McpServerOptions } from './create-mcp-server.ts'
import { createHttpGuard } from './http-guard.ts'
import { openHttpSessions } from './http-sessions.ts'
import { mostMessageBytes } from './read-message.ts'
import { sendResponse, toRequest } from './web-request.ts'

export interface ServeHttpOptions extends McpServerOptions {
  /** Required in every request: whoever has it runs apps as this user. At least 16 characters. */
  token: string
  /** `127.0.0.1` by default. */
  host?: string
  /** A free port by default, or for 0. */
  port?: number
  /** Host names under which clients reach the server, in addition to `host` and this machine's own names. */
  hostnames?: readonly string[]
  /** Called with errors. */
  onError?: (error: unknown) => void
}

export interface RunningMcpServer {
  /** The URL for clients, such as `http://127.0.0.1:4100/mcp`. */
  url: URL
  /** Ends every connection; the runtime stays open. */
  close(): Promise<void>
}

const maxRequestBodySize = mostMessageBytes

/**
 * Serves clients over Streamable HTTP at `/mcp`. Requests need the token; `Host` and `Origin` checks refuse those that
 * other web pages make a browser send. Throws `UnavailableError` `mcp.cannot-listen`.
 */
export async function serveMcpHttp(runtime: Runtime, options: ServeHttpOptions): Promise<RunningMcpServer> {
  const { host = '127.0.0.1', port = 0, onError = () => {} } = options
  const create = () => createMcpServer(runtime, options)
  const handler = createMcpHandler(create, { legacy: 'reject', maxRequestBodySize, onerror: onError })
  const sessions = openHttpSessions(create, { maxRequestBodySize, onError })
  const refuse = createHttpGuard({ ...options, host })
  const stop = runtime.on('tools-changed', () => handler.notify.toolsChanged())

  const answer = async (request: Request): Promise<Response> => {
    const refused = refuse(request)
    if (refused !== undefined) return refused
    return (await isLegacyRequest(request, undefined, { maxRequestBodySize }))
      ? sessions.answer(request)
      : handler.fetch(request)
  }
  const server = createServer((incoming, outgoing) => {
    answer(toRequest(incoming, outgoing))
      .catch((error: unknown) => {
        onError(error)
        return new Response(null, { status: 500 })
      })
      .then((response) => sendResponse(response, outgoing))
      .catch(onError)
  })
  // Streams stay open for as long as a client listens.
  server.requestTimeout = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(
        new UnavailableError('mcp.cannot-listen', `Nothing can listen on ${host}:${port}: ${cause.message}`, {
          hint: 'Choose another port or address.',
          cause,
        }),
      ),
    )
    server.listen(port, host, resolve)
  })
  return {
    url: urlOf(server.address(), host),
    async close() {
      stop()
      await Promise.all([handler.close(), sessions.close()])
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

function urlOf(address: AddressInfo | string | null, host: string): URL {
  const port = typeof address === 'object' ? address?.port : undefined
  return new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}/mcp`)
}
