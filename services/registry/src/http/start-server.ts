import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ConflictError, ForbiddenError, UsageError } from '@cli-apps/core'
import { hasCode } from '@cli-apps/core/node'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Env } from './env.ts'

export interface RunningServer {
  url: string
  /** Stops accepting connections, waits up to `limitMs` for open requests, then closes their connections. */
  drain(limitMs: number): Promise<void>
}

/** Starts listening; port 0 selects a free port. Throws if the address cannot be bound. */
export async function startServer(
  app: Pick<Hono<Env>, 'fetch'>,
  { host, port }: { host: string; port: number },
): Promise<RunningServer> {
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: {
      requestTimeout: 30_000,
      headersTimeout: 10_000,
      // Longer than the 60 s that proxies keep idle connections, so that none sends a request on a connection we are
      // closing.
      keepAliveTimeout: 75_000,
      // How often Node checks the headers and request timeouts above.
      connectionsCheckingInterval: 2_000,
    },
  }) as Server
  server.listen({ port, host, backlog: 4096 })
  try {
    await once(server, 'listening')
  } catch (cause) {
    throw cannotListen(cause, host, port)
  }
  const shownHost = host.includes(':') ? `[${host}]` : host
  return {
    url: `http://${shownHost}:${(server.address() as AddressInfo).port}`,
    drain: (limitMs) => drain(server, limitMs),
  }
}

async function drain(server: Server, limitMs: number): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  // A keep-alive connection becomes idle only after its request is complete.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const cut = setTimeout(() => server.closeAllConnections(), limitMs)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}

function cannotListen(cause: unknown, host: string, port: number): unknown {
  if (hasCode(cause, 'EADDRINUSE'))
    return new ConflictError('serve.port-taken', `Port ${port} of ${host} is in use by another program.`, {
      hint: 'Choose another port with --port, or a free one with --port 0.',
      cause,
    })
  if (hasCode(cause, 'EACCES'))
    return new ForbiddenError('serve.port-forbidden', `This user may not listen on port ${port}.`, {
      hint: 'Choose a port above 1023 with --port.',
      cause,
    })
  if (hasCode(cause, 'EADDRNOTAVAIL') || hasCode(cause, 'ENOTFOUND'))
    return new UsageError('serve.bad-host', `${host} is not an address of this machine.`, {
      hint: 'Use --host 127.0.0.1, or 0.0.0.0 for all of its addresses.',
      cause,
    })
  return cause
}
