import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  CanceledError,
  isAppError,
  isMcpProgram,
  type McpServerConfig,
  t,
  toLine,
  UnauthenticatedError,
  UnavailableError,
  UsageError,
} from '@cli-apps/core'
import { auth, extractWWWAuthenticateParams, type FetchLike } from '@modelcontextprotocol/client'
import { fetchFor, serverUrl } from '../fetch-for.ts'
import type { Environment } from '../fill-variables.ts'
import { newLoginProvider } from './login-provider.ts'
import type { LoginStore } from './mcp-login.ts'
import { openCallback } from './open-callback.ts'

export interface LogInOptions {
  /** Values of `${NAME}` in the declaration. */
  values: Environment
  store: LoginStore
  /** Called with the page that the person opens in a browser. */
  openPage: (url: URL) => void
  signal: AbortSignal
  /** What the login is to allow besides what the last one did, by spaces; as the server says when absent. */
  scope?: string | undefined
  /** Milliseconds that the person has; ten minutes when absent. */
  timeoutMs?: number
}

const requestMs = 20_000

/**
 * Logs in to a remote server by OAuth: authorization code with PKCE, a registration of our own, and a redirect to this machine.
 * Throws `UsageError` `mcp.no-address`, `UnauthenticatedError` `mcp.login-refused`, `UnavailableError` `mcp.login-failed`, and
 * `CanceledError` `mcp.login-canceled`.
 */
export async function logInToMcpServer(config: McpServerConfig, options: LogInOptions): Promise<void> {
  const { name } = config
  if (isMcpProgram(config))
    throw new UsageError(
      'mcp.no-address',
      t('mcp.no-address', '{name} is a program, to which nobody logs in.', { name }),
      {
        hint: t('mcp.no-address.hint', 'Set the values that it needs: {cli} env set mcp:{name} NAME', {
          name,
        }),
      },
    )
  try {
    await logIn(name, serverUrl(config, options.values), options)
  } catch (error) {
    if (isAppError(error)) throw error
    if (options.signal.aborted) throw canceled(name, error)
    throw failed(name, error)
  }
}

async function logIn(
  name: string,
  url: URL,
  { store, openPage, signal, scope: wanted, timeoutMs = 600_000 }: LogInOptions,
): Promise<void> {
  // Headers of the declaration are not for the authorization server.
  const fetchFn: FetchLike = (to, init) =>
    fetchFor(url, {})(to, { ...init, signal: AbortSignal.any([signal, AbortSignal.timeout(requestMs)]) })
  const state = randomBytes(24).toString('base64url')
  await using callback = await openCallback(state)
  const open = (page: URL): void => {
    requirePage(page, url)
    openPage(page)
  }
  const provider = newLoginProvider({ name, url: url.href }, store, {
    redirectUrl: callback.url,
    state,
    open,
  })
  const scope = wanted === undefined ? undefined : await withLast(wanted, url, store)
  const asked = {
    ...{ serverUrl: url, fetchFn },
    ...(await challengeOf(url, fetchFn)),
    ...(scope !== undefined && { scope }),
  }
  if ((await auth(provider, asked)) === 'AUTHORIZED') return
  const waiting = new AbortController()
  const parameters = await Promise.race([
    callback.parameters,
    sleep(timeoutMs, undefined, { signal: AbortSignal.any([signal, waiting.signal]) }),
  ]).finally(() => waiting.abort())
  if (parameters === undefined) throw failed(name, new Error('nobody confirmed it in time'))
  const code = parameters.get('code')
  if (code === null) throw refused(name, parameters.get('error') ?? 'no code')
  const iss = parameters.get('iss')
  await auth(provider, { ...asked, authorizationCode: code, ...(iss !== null && { iss }) })
}

/** A login that allows more must still allow what the last one did. */
async function withLast(scope: string, url: URL, store: LoginStore): Promise<string> {
  const last = await store.read()
  const before = last?.url === url.href ? (last.tokens.scope ?? '') : ''
  return [...new Set(`${before} ${scope}`.split(' ').filter(Boolean))].join(' ')
}

/** What the server says of its authorization server when it is asked without a login. */
async function challengeOf(
  url: URL,
  fetchFn: FetchLike,
): Promise<Pick<ReturnType<typeof extractWWWAuthenticateParams>, 'resourceMetadataUrl' | 'scope'>> {
  const response = await fetchFn(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  })
  await response.body?.cancel()
  if (response.status !== 401) return {}
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response)
  return { ...(resourceMetadataUrl && { resourceMetadataUrl }), ...(scope !== undefined && { scope }) }
}

/** A page of another kind, such as a file, would be opened with the rights of this machine. */
function requirePage(page: URL, server: URL): void {
  if (page.protocol === 'https:' || (page.protocol === 'http:' && server.protocol === 'http:')) return
  throw new Error(`the authorization page is not https: ${page.protocol}`)
}

const canceled = (name: string, cause: unknown): CanceledError =>
  new CanceledError(
    'mcp.login-canceled',
    t('mcp.login-canceled', 'The login to {name} was canceled.', { name }),
    {
      cause,
    },
  )

const failed = (name: string, cause: unknown): UnavailableError =>
  new UnavailableError(
    'mcp.login-failed',
    t('mcp.login-failed', 'The login to {name} failed: {reason}', {
      name,
      reason: toLine(cause instanceof Error ? cause.message : String(cause), 300),
    }),
    { hint: t('mcp.login-failed.hint', 'Try again, or declare a token in its "headers".'), cause },
  )

const refused = (name: string, reason: string): UnauthenticatedError =>
  new UnauthenticatedError(
    'mcp.login-refused',
    t('mcp.login-refused', 'The login to {name} was refused: {reason}', {
      name,
      reason: toLine(reason, 100),
    }),
  )
