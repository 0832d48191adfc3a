import type { McpServerConfig } from '@cli-apps/core'
import type { Workspace } from '@cli-apps/core/node'
import {
  Client,
  ProtocolErrorCode,
  SdkHttpError,
  type ServerCapabilities,
  UnsupportedProtocolVersionError,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client'
import type { Environment } from './fill-variables.ts'
import { type TransportMaker, waysTo } from './server-transport.ts'

export interface ServerOptions {
  config: McpServerConfig
  workspace: Workspace
  environment: Environment
  /** Called with each new connection and whenever the server's lists change; it may send requests. */
  onReady: (client: Client, capabilities: ServerCapabilities) => Promise<void>
}

const connectMs = 20_000

/** Connects by the first way that works. Throws the last error. */
export async function reachServer(options: ServerOptions, signal: AbortSignal): Promise<Client> {
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

/** Uses the older handshake, which all but the newest servers support; those ask for another revision. */
async function converse(
  options: ServerOptions,
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

function createClient({ onReady }: ServerOptions, mode: VersionNegotiationMode): Client {
  const again = (): void => {
    onReady(client, client.getServerCapabilities() ?? {}).catch(() => {})
  }
  const client: Client = new Client(
    { name: 'cli-apps', version: '0.1.0' },
    { listChanged: { tools: { autoRefresh: false, onChanged: again } }, versionNegotiation: { mode } },
  )
  return client
}
