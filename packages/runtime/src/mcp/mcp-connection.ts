import { isAppError, type McpServerConfig, toLine, UnavailableError } from '@cli-apps/core'
import type { Workspace } from '@cli-apps/core/node'
import {
  Client,
  ProtocolErrorCode,
  SdkHttpError,
  type ServerCapabilities,
  type StandardSchemaV1,
  UnsupportedProtocolVersionError,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client'
import type { Environment } from './fill-variables.ts'
import { type TransportMaker, waysTo } from './server-transport.ts'

/** `waiting`: it cannot be reached, and is tried again; `failed`: it is declared in a way that cannot work. */
export type McpServerState = 'connecting' | 'ready' | 'waiting' | 'failed' | 'closed'

interface RemoteRequest {
  method: string
  params?: Record<string, unknown>
}

interface RequestSettings {
  signal: AbortSignal
  onProgress?: (message: string) => void
}

/** One server, connected again whenever it was lost. */
export interface McpConnection {
  state(): McpServerState
  /** What went wrong last, in one line; `undefined` while it is ready. */
  problem(): string | undefined
  /** Waits for the connection, within the time of a call. Throws `UnavailableError`. */
  request<Schema extends StandardSchemaV1>(
    request: RemoteRequest,
    schema: Schema,
    settings: RequestSettings,
  ): Promise<StandardSchemaV1.InferOutput<Schema>>
  close(): Promise<void>
}

interface ConnectionOptions {
  config: McpServerConfig
  workspace: Workspace
  environment: Environment
  /** Timeout of one call in milliseconds; progress restarts it. */
  callMs: number
  /** Milliseconds before the first new attempt; each further waits twice as long, up to a minute. */
  retryMs: number
  /** Called with each new connection and each time the server says that its lists are others; it may ask the server. */
  onReady: (client: Client, capabilities: ServerCapabilities) => Promise<void>
}

const connectMs = 20_000
const mostRetryMs = 60_000
/** However much progress a call makes. */
const mostCallMs = 3_600_000

export function openMcpConnection(options: ConnectionOptions): McpConnection {
  const { config, callMs, retryMs, onReady } = options
  let state: McpServerState = 'connecting'
  let problem: string | undefined
  let client: Client | undefined
  let attempts = 0
  let readyAt = 0
  let timer: NodeJS.Timeout | undefined
  let connecting: Promise<void> | undefined
  const ending = new AbortController()
  const waiting = new Set<() => void>()

  const become = (next: McpServerState, why?: string): void => {
    if (state === 'closed') return
    state = next
    problem = why
    for (const wake of [...waiting]) wake()
  }

  function connect(): void {
    become('connecting', problem)
    connecting = establish()
  }

  async function establish(): Promise<void> {
    let found: Client | undefined
    try {
      found = await reach(options, ending.signal)
      const reached = found
      client = reached
      reached.onclose = () => lost(reached)
      await onReady(reached, reached.getServerCapabilities() ?? {})
      if (client !== reached) return
      readyAt = Date.now()
      become('ready')
    } catch (error) {
      // What was lost meanwhile is seen to already.
      if (found !== undefined && client !== found) return
      client = undefined
      await found?.close().catch(() => {})
      // What the declaration itself lacks does not come by waiting.
      if (isHopeless(error)) become('failed', reasonOf(error))
      else retry(reasonOf(error))
    }
  }

  function lost(which: Client): void {
    if (client !== which) return
    client = undefined
    // One that ends as soon as it was begun is not begun ever again at once.
    if (readyAt > 0 && Date.now() - readyAt > mostRetryMs) attempts = 0
    retry('the connection was lost')
  }

  function retry(why: string): void {
    become('waiting', why)
    if (state === 'closed') return
    const pause = Math.min(mostRetryMs, retryMs * 2 ** Math.min(attempts++, 16))
    timer = setTimeout(connect, pause).unref()
  }

  /** A call is reason enough not to wait any longer. */
  async function connected(signal: AbortSignal): Promise<Client> {
    const deadline = Date.now() + callMs
    while (state !== 'ready' || client === undefined) {
      if (state === 'waiting') {
        clearTimeout(timer)
        connect()
      }
      const left = deadline - Date.now()
      if (state === 'failed' || state === 'closed' || left <= 0 || signal.aborted)
        throw unreached(config.name, problem)
      await nextWord(waiting, left, signal)
      if (state === 'waiting') throw unreached(config.name, problem)
    }
    return client
  }

  connect()
  return {
    state: () => state,
    problem: () => problem,
    async request(request, schema, { signal, onProgress }) {
      const reached = await connected(signal)
      return reached.request(request, schema, {
        signal,
        timeout: callMs,
        resetTimeoutOnProgress: true,
        maxTotalTimeout: mostCallMs,
        ...(onProgress && { onprogress: ({ message }) => onProgress(toLine(message ?? '', 200)) }),
      })
    },
    async close() {
      clearTimeout(timer)
      const last = client
      client = undefined
      become('closed')
      ending.abort()
      await Promise.all([last?.close().catch(() => {}), connecting])
    },
  }
}

/** By the first way that works. Throws what the last one met. */
async function reach(options: ConnectionOptions, signal: AbortSignal): Promise<Client> {
  let failure: unknown
  for (const makeTransport of waysTo(options.config, options)) {
    try {
      return await converse(options, makeTransport, signal)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

/** As servers have spoken for long, which all but the newest answer; those say that they want another revision. */
async function converse(
  options: ConnectionOptions,
  makeTransport: TransportMaker,
  signal: AbortSignal,
): Promise<Client> {
  const connect = async (mode: VersionNegotiationMode): Promise<Client> => {
    signal.throwIfAborted()
    const client = createClient(options, mode)
    try {
      await client.connect(await makeTransport(), { timeout: connectMs, signal })
      return client
    } catch (error) {
      await client.close().catch(() => {})
      throw error
    }
  }
  return connect('legacy').catch((error: unknown) => {
    if (wantsNewest(error)) return connect({ pin: '2026-07-28' })
    throw error
  })
}

const wantsNewest = (error: unknown): boolean =>
  error instanceof UnsupportedProtocolVersionError ||
  (error instanceof SdkHttpError &&
    error.message.includes(String(ProtocolErrorCode.UnsupportedProtocolVersion)))

function createClient({ onReady }: ConnectionOptions, mode: VersionNegotiationMode): Client {
  const again = (): void => {
    onReady(client, client.getServerCapabilities() ?? {}).catch(() => {})
  }
  const client: Client = new Client(
    { name: 'cli-apps', version: '0.1.0' },
    { listChanged: { tools: { autoRefresh: false, onChanged: again } }, versionNegotiation: { mode } },
  )
  return client
}

const isHopeless = (error: unknown): boolean =>
  isAppError(error) && (error.code === 'mcp.missing-variable' || error.code === 'mcp.unsafe-url')

const reasonOf = (error: unknown): string =>
  toLine(error instanceof Error ? error.message : String(error), 300)

const unreached = (name: string, problem = 'it does not answer'): UnavailableError =>
  new UnavailableError('mcp.not-connected', `The MCP server ${name} cannot be reached: ${problem}`, {
    hint: 'It is tried again by itself; go on without it for now.',
  })

/** Resolves when the state is another, the time is over, or the call is given up. */
function nextWord(waiting: Set<() => void>, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
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
}
