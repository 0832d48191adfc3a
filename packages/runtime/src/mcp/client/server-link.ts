import { type AppError, isAppError, toLine, type UnauthenticatedError } from '@cli-apps/core'
import type { Client } from '@modelcontextprotocol/client'
import type { ConnectionStatus } from './connection-status.ts'
import { reachServer, type ServerOptions } from './reach-server.ts'
import { createRetries, mostRetryMs } from './retries.ts'

export interface LinkOptions extends ServerOptions {
  /** Milliseconds before the first retry, doubled each time, up to a minute. */
  retryMs: number
  /** Returns the error where a person has to log in, after it offered that. */
  loginProblem: (cause: unknown) => UnauthenticatedError | undefined
  /** Removes the values that the server was given from a text. */
  redact: (text: string) => string
}

interface Link {
  client(): Client | undefined
  /** Connects now, without waiting for the next retry, and in the place of a connection that there is. */
  connect(): void
  close(): Promise<void>
}

/** The client of a server, recreated whenever the connection is lost. */
export function createLink(options: LinkOptions, status: ConnectionStatus): Link {
  const current = createCurrent()
  let readyAt = 0
  let connecting: Promise<void> | undefined
  const ending = new AbortController()
  const retries = createRetries(options.retryMs, connect)

  function connect(): void {
    retries.cancel()
    void current.release()
    status.become('connecting', status.problem())
    connecting = establish()
  }

  async function establish(): Promise<void> {
    let found: Client | undefined
    try {
      const reached = await reachServer(options, ending.signal)
      found = reached
      current.set(reached)
      reached.onclose = () => lost(reached)
      await options.onReady(reached, reached.getServerCapabilities() ?? {})
      if (current.client() !== reached) return
      readyAt = Date.now()
      status.become('ready')
    } catch (cause) {
      // Some servers let everybody connect and only then ask for a login.
      const error = options.loginProblem(cause) ?? cause
      // A newer client has taken over.
      if (current.client() !== found) return
      await current.release()
      endAs(isHopeless(error) ? 'failed' : 'waiting', options.redact(reasonOf(error)))
    }
  }

  function lost(which: Client): void {
    if (current.client() !== which) return
    current.set(undefined)
    // A server that exits right after its start is not restarted without a pause.
    if (readyAt > 0 && Date.now() - readyAt > mostRetryMs) retries.reset()
    endAs('waiting', 'the connection was lost')
  }

  function endAs(state: 'failed' | 'waiting', why: string): void {
    status.become(state, why)
    if (status.state() === 'waiting') retries.schedule()
  }

  async function close(): Promise<void> {
    retries.cancel()
    const released = current.release()
    status.become('closed')
    ending.abort()
    await Promise.all([released, connecting])
  }

  return { client: current.client, connect, close }
}

interface CurrentClient {
  client(): Client | undefined
  set(client: Client | undefined): void
  /** Closes the client, if there is one, and forgets it. */
  release(): Promise<void>
}

function createCurrent(): CurrentClient {
  let current: Client | undefined
  return {
    client: () => current,
    set(client) {
      current = client
    },
    async release() {
      const last = current
      current = undefined
      await last?.close().catch(() => {})
    },
  }
}

/** Errors that no retry resolves: of the declaration, of this machine, and of a missing login. */
const hopeless = [
  'mcp.missing-variable',
  'mcp.outside-program',
  'mcp.reserved-variable',
  'mcp.unsafe-url',
  'mcp.unauthorized',
  'mcp.insufficient-scope',
  'sandbox.unavailable',
]

const isHopeless = (error: unknown): error is AppError => isAppError(error) && hopeless.includes(error.code)

/** Of our own errors the hint too: nobody else shows it. */
function reasonOf(error: unknown): string {
  if (isAppError(error)) return toLine([error.message, error.hint ?? ''].join(' ').trim(), 500)
  return toLine(error instanceof Error ? error.message : String(error), 300)
}
