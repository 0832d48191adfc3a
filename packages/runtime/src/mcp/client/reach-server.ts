import { isAppError, isMcpProgram, type McpServerConfig, UnavailableError } from '@cli-apps/core'
import {
  Client,
  type OAuthClientProvider,
  ProtocolErrorCode,
  SdkHttpError,
  type ServerCapabilities,
  UnsupportedProtocolVersionError,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client'
import { serverUrl } from './fetch-for.ts'
import type { Environment } from './fill-variables.ts'
import { loginProblem } from './oauth/login-problem.ts'
import { storedLoginProvider } from './oauth/login-provider.ts'
import type { LoginStore } from './oauth/mcp-login.ts'
import type { ProgramPlace } from './program/program-start.ts'
import { ProgramTransport } from './program/program-transport.ts'
import { type TransportMaker, waysTo } from './server-transport.ts'

export interface ServerOptions extends ProgramPlace {
  config: McpServerConfig
  /** Looks up the values of `${NAME}`, for each attempt to connect. */
  findValues: () => Promise<Environment>
  /** Has the login to a remote server. */
  login?: LoginStore | undefined
  /** Called with each new connection and whenever the server's lists change; it may send requests. */
  onReady: (client: Client, capabilities: ServerCapabilities) => Promise<void>
}

const connectMs = 20_000

/** Connects by the first way that works. Throws the last error, and `UnauthenticatedError` of `loginProblem`. */
export async function reachServer(options: ServerOptions, signal: AbortSignal): Promise<Client> {
  const { config, login } = options
  const values = await options.findValues()
  const authProvider = login && (await providerOf(config, values, login))
  let failure: unknown
  for (const makeTransport of waysTo(config, values, { place: options, authProvider })) {
    try {
      return await converse(options, makeTransport, signal)
    } catch (error) {
      const problem = loginProblem(error, { name: config.name, keepsLogin: login !== undefined })
      if (problem !== undefined) throw problem
      failure = error
    }
  }
  throw failure
}

/** Without a login to exactly this address, nothing is asked of an authorization server. */
async function providerOf(
  config: McpServerConfig,
  values: Environment,
  store: LoginStore,
): Promise<OAuthClientProvider | undefined> {
  if (isMcpProgram(config)) return undefined
  const url = serverUrl(config, values).href
  return (await store.read())?.url === url
    ? storedLoginProvider({ name: config.name, url }, store)
    : undefined
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
    const transport = await makeTransport()
    try {
      await client.connect(transport, { timeout: connectMs, signal })
      return client
    } catch (error) {
      await client.close().catch(() => {})
      const outcome = transport instanceof ProgramTransport ? transport.outcome : undefined
      throw outcome === undefined || isAppError(error) ? error : ended(options, outcome, error)
    }
  }
  return connect('legacy').catch((error: unknown) => {
    if (wantsNewest(error)) return connect({ pin: '2026-07-28' })
    throw error
  })
}

/** Says why a program is gone; the error of the connection only says that it is. */
const ended = ({ config: { name } }: ServerOptions, outcome: string, cause: unknown): UnavailableError =>
  new UnavailableError('mcp.program-ended', `${outcome}.`, {
    hint: `Its messages are in .cli-apps/logs/mcp-${name}.log.`,
    cause,
  })

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
