import { type AppError, isAppError, mcpVariables, toLine, UnavailableError } from '@cli-apps/core'
import type { Client, StandardSchemaV1 } from '@modelcontextprotocol/client'
import { redactText } from '../invoke/redact-secrets.ts'
import type { Environment } from './fill-variables.ts'
import { reachServer, type ServerOptions } from './reach-server.ts'
import { redactAnswer } from './redact-answer.ts'

/** `waiting`: unreachable, will be retried; `failed`: its declaration cannot work. */
export type McpServerState = 'connecting' | 'ready' | 'waiting' | 'failed' | 'closed'

interface RemoteRequest {
  method: string
  params?: Record<string, unknown>
}

interface RequestSettings {
  signal: AbortSignal
  onProgress?: (message: string) => void
}

/** The connection to one server, reconnected whenever it is lost. */
export interface McpConnection {
  state(): McpServerState
  /** The last error in one line; `undefined` while it is ready. */
  problem(): string | undefined
  /** Sends a request, after waiting for the connection within the call's timeout. Throws `UnavailableError`. */
  request<Schema extends StandardSchemaV1>(
    request: RemoteRequest,
    schema: Schema,
    settings: RequestSettings,
  ): Promise<StandardSchemaV1.InferOutput<Schema>>
  /** Resolves when the first attempt to connect has succeeded or failed, or time is up. */
  settled(ms: number): Promise<void>
  /** Connects now, for instance after a login that was missing. */
  connect(): void
  close(): Promise<void>
}

interface ConnectionOptions extends ServerOptions {
  /** Timeout of one call in milliseconds; progress restarts it. */
  callMs: number
  /** Milliseconds before the first retry, doubled each time, up to a minute. */
  retryMs: number
  /** Whether the values of `${NAME}` are removed from what the server returns. */
  redacts: boolean
  /** Called when the server cannot be used, and again only after it could be used for a minute. */
  onProblem?: ((problem: string) => void) | undefined
  /** Called when the server refuses to serve anybody who has not logged in. */
  onLoginNeeded?: (() => void) | undefined
}

const mostRetryMs = 60_000
/** Maximum duration of a call, however much progress it reports. */
const mostCallMs = 3_600_000

export function openMcpConnection(options: ConnectionOptions): McpConnection {
  const { config, callMs } = options
  /** Values of the user that the server was given. */
  let secrets: readonly string[] = []
  const findValues = async (): Promise<Environment> => {
    const values = await options.findValues()
    if (options.redacts) secrets = mcpVariables(config).flatMap((name) => values[name] ?? [])
    return values
  }
  const status = createStatus((problem) => options.onProblem?.(problem))
  const link = createLink({ ...options, findValues, redact: (text) => redactText(text, secrets) }, status)

  /** A call triggers a pending retry immediately. */
  async function connected(signal: AbortSignal): Promise<Client> {
    const deadline = Date.now() + callMs
    for (;;) {
      const client = link.client()
      if (status.state() === 'ready' && client !== undefined) return client
      if (status.state() === 'waiting') link.connect()
      const left = deadline - Date.now()
      const isOver = status.state() === 'failed' || status.state() === 'closed'
      if (isOver || left <= 0 || signal.aborted) throw unreached(config.name, status.problem())
      await status.changed(left, signal)
      if (status.state() === 'waiting') throw unreached(config.name, status.problem())
    }
  }

  link.connect()
  return {
    state: status.state,
    problem: status.problem,
    async request(request, schema, { signal, onProgress }) {
      const reached = await connected(signal)
      const hidden = secrets
      const answer = reached.request(request, schema, {
        signal,
        timeout: callMs,
        resetTimeoutOnProgress: true,
        maxTotalTimeout: mostCallMs,
        ...(onProgress && {
          onprogress: ({ message }) =>
            onProgress(toLine(redactText((message ?? '').slice(0, 10_000), hidden), 200)),
        }),
      })
      return hidden.length === 0 ? answer : withoutSecrets(answer, schema, hidden)
    },
    settled: (ms) => status.whenSettled(ms),
    connect: link.connect,
    close: link.close,
  }
}

/** A server may repeat the values that it was given; a model must not see them. */
async function withoutSecrets<Schema extends StandardSchemaV1>(
  answer: Promise<StandardSchemaV1.InferOutput<Schema>>,
  schema: Schema,
  secrets: readonly string[],
): Promise<StandardSchemaV1.InferOutput<Schema>> {
  const given = await answer.catch((error: unknown) => {
    if (error instanceof Error) error.message = redactText(error.message.slice(0, 10_000), secrets)
    throw error
  })
  const parsed = await schema['~standard'].validate(redactAnswer(given, secrets))
  if (parsed.issues === undefined) return parsed.value as StandardSchemaV1.InferOutput<Schema>
  throw new UnavailableError('mcp.no-answer', 'The answer of the MCP server is not valid.')
}

interface ConnectionStatus {
  state(): McpServerState
  problem(): string | undefined
  /** A closed connection stays closed. */
  become(next: McpServerState, why?: string): void
  /** Resolves when the state changes, time is up, or the call is canceled. */
  changed(ms: number, signal: AbortSignal): Promise<void>
  /** Resolves when it is not connecting, or time is up. */
  whenSettled(ms: number): Promise<void>
}

function createStatus(onProblem: (problem: string) => void): ConnectionStatus {
  let state: McpServerState = 'connecting'
  let isReported = false
  let readyAt = 0
  let problem: string | undefined
  const waiting = new Set<() => void>()
  const changed = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer)
        waiting.delete(wake)
        signal.removeEventListener('abort', wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      waiting.add(wake)
      signal.addEventListener('abort', wake)
    })
  return {
    state: () => state,
    problem: () => problem,
    become(next, why) {
      if (state === 'closed') return
      if (state === 'ready' && Date.now() - readyAt > mostRetryMs) isReported = false
      if (next === 'ready') readyAt = Date.now()
      state = next
      problem = why
      for (const wake of [...waiting]) wake()
      if (isReported || why === undefined || (next !== 'waiting' && next !== 'failed')) return
      isReported = true
      onProblem(why)
    },
    changed,
    async whenSettled(ms) {
      const { signal } = new AbortController()
      const deadline = Date.now() + ms
      while (state === 'connecting' && Date.now() < deadline) await changed(deadline - Date.now(), signal)
    },
  }
}

interface LinkOptions extends ConnectionOptions {
  /** Removes the values that the server was given from a text. */
  redact: (text: string) => string
}

interface Link {
  client(): Client | undefined
  /** Connects now, without waiting for the next retry. */
  connect(): void
  close(): Promise<void>
}

/** The client of a server, recreated whenever the connection is lost. */
function createLink(options: LinkOptions, status: ConnectionStatus): Link {
  let client: Client | undefined
  let readyAt = 0
  let connecting: Promise<void> | undefined
  const ending = new AbortController()
  const retries = createRetries(options.retryMs, connect)

  function connect(): void {
    retries.cancel()
    status.become('connecting', status.problem())
    connecting = establish()
  }

  async function establish(): Promise<void> {
    let found: Client | undefined
    try {
      found = await reachServer(options, ending.signal)
      const reached = found
      client = reached
      reached.onclose = () => lost(reached)
      await options.onReady(reached, reached.getServerCapabilities() ?? {})
      if (client !== reached) return
      readyAt = Date.now()
      status.become('ready')
    } catch (error) {
      // A newer client has taken over.
      if (found !== undefined && client !== found) return
      client = undefined
      await found?.close().catch(() => {})
      // Errors of the declaration itself are not retried.
      const reason = options.redact(reasonOf(error))
      if (!isHopeless(error)) return retry(reason)
      if (error.code === 'mcp.unauthorized') options.onLoginNeeded?.()
      status.become('failed', reason)
    }
  }

  function lost(which: Client): void {
    if (client !== which) return
    client = undefined
    // A server that exits right after its start is not restarted without a pause.
    if (readyAt > 0 && Date.now() - readyAt > mostRetryMs) retries.reset()
    retry('the connection was lost')
  }

  function retry(why: string): void {
    status.become('waiting', why)
    if (status.state() !== 'closed') retries.schedule()
  }

  async function close(): Promise<void> {
    retries.cancel()
    const last = client
    client = undefined
    status.become('closed')
    ending.abort()
    await Promise.all([last?.close().catch(() => {}), connecting])
  }

  return { client: () => client, connect, close }
}

interface Retries {
  schedule(): void
  cancel(): void
  /** Makes the next pause the shortest again. */
  reset(): void
}

/** Calls `connect` after a pause, doubled each time, up to a minute. */
function createRetries(firstMs: number, connect: () => void): Retries {
  let attempts = 0
  let timer: NodeJS.Timeout | undefined
  return {
    schedule() {
      const pause = Math.min(mostRetryMs, firstMs * 2 ** Math.min(attempts++, 16))
      timer = setTimeout(connect, pause).unref()
    },
    cancel: () => clearTimeout(timer),
    reset() {
      attempts = 0
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
  'sandbox.unavailable',
]

const isHopeless = (error: unknown): error is AppError => isAppError(error) && hopeless.includes(error.code)

/** Of our own errors the hint too: nobody else shows it. */
function reasonOf(error: unknown): string {
  if (isAppError(error)) return toLine([error.message, error.hint ?? ''].join(' ').trim(), 500)
  return toLine(error instanceof Error ? error.message : String(error), 300)
}

const unreached = (name: string, problem = 'it does not answer'): UnavailableError =>
  new UnavailableError('mcp.not-connected', `The MCP server ${name} cannot be reached: ${problem}`, {
    hint: 'It is tried again by itself; go on without it for now.',
  })
