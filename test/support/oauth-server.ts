import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { json, text } from 'node:stream/consumers'
import type { LoginStore, McpLogin } from '../../packages/runtime/src/mcp/index.ts'
import { loopbackServer } from './file-server.ts'

export interface OAuthServer {
  /** Of its MCP server, which offers the tool `hello`. */
  url: string
  /** Paths that were asked for. */
  asked: string[]
  /** Headers of requests to the authorization server. */
  headers: IncomingMessage['headers'][]
  /** The access token is no longer valid; the refresh token is. */
  expire(): void
  /** Neither is valid any more. */
  revoke(): void
  /** Tokens that a client revoked. */
  revoked: string[]
  /** A test may change what the authorization server says of itself. */
  metadata: Record<string, unknown>
}

interface OAuthRules {
  /** Requests that need no login. */
  open?: readonly string[]
  /** What a login must allow for calls of the tool. */
  callScope?: string
}

/** An MCP server on loopback with an authorization server of its own: registration, PKCE, refresh tokens that rotate. */
export async function oauthServer({ open = [], callScope }: OAuthRules = {}): Promise<OAuthServer> {
  const asked: string[] = []
  const headers: IncomingMessage['headers'][] = []
  const revoked: string[] = []
  const codes = new Map<string, URLSearchParams>()
  let count = 0
  let [access, refresh] = ['', '']
  let allowed: string | undefined
  const issue = () => {
    count++
    ;[access, refresh] = [`access-${count}`, `refresh-${count}`]
    return {
      access_token: access,
      refresh_token: refresh,
      token_type: 'Bearer',
      expires_in: 3600,
      scope: allowed,
    }
  }
  const send = (response: ServerResponse, status: number, body?: unknown, more = {}): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...more })
    response.end(body === undefined ? undefined : JSON.stringify(body))
  }
  const token = (given: URLSearchParams): unknown => {
    if (given.get('grant_type') === 'refresh_token')
      return refresh !== '' && given.get('refresh_token') === refresh ? issue() : undefined
    const asking = codes.get(given.get('code') ?? '')
    codes.delete(given.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(given.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight =
      asking?.get('code_challenge') === challenge && asking.get('redirect_uri') === given.get('redirect_uri')
    if (isRight) allowed = asking.get('scope') ?? undefined
    return isRight ? issue() : undefined
  }
  const authorize = (asking: URLSearchParams, response: ServerResponse): void => {
    const code = `code-${++count}`
    codes.set(code, asking)
    const back = new URL(asking.get('redirect_uri') ?? '')
    back.search = String(new URLSearchParams({ code, state: asking.get('state') ?? '', iss: url }))
    send(response, 302, undefined, { location: back.href })
  }
  const metadata: Record<string, unknown> = {}
  const url = await loopbackServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
    asked.push(pathname)
    if (pathname === '/mcp') {
      if (request.method !== 'POST') return send(response, 405)
      const message = (await json(request)) as Message
      const isLoggedIn = access !== '' && request.headers.authorization === `Bearer ${access}`
      const at = `Bearer resource_metadata="${url}/.well-known/oauth-protected-resource/mcp"`
      if (!isLoggedIn && !open.includes(message.method))
        return send(response, 401, {}, { 'www-authenticate': at })
      const needed = message.method === 'tools/call' ? callScope : undefined
      if (needed !== undefined && !allowed?.split(' ').includes(needed))
        return send(
          response,
          403,
          {},
          { 'www-authenticate': `${at}, error="insufficient_scope", scope="${needed}"` },
        )
      return speak(message, response, send)
    }
    headers.push(request.headers)
    if (pathname === '/.well-known/oauth-protected-resource/mcp')
      return send(response, 200, { resource: `${url}/mcp`, authorization_servers: [url] })
    if (pathname === '/.well-known/oauth-authorization-server') return send(response, 200, metadata)
    if (pathname === '/register') {
      const client = (await json(request)) as Record<string, unknown>
      return send(response, 201, { ...client, client_id: `client-${++count}` })
    }
    if (pathname === '/authorize') return authorize(searchParams, response)
    if (pathname === '/token') {
      const tokens = token(new URLSearchParams(await text(request)))
      return tokens === undefined
        ? send(response, 400, { error: 'invalid_grant' })
        : send(response, 200, tokens)
    }
    if (pathname === '/revoke') {
      const given = new URLSearchParams(await text(request))
      revoked.push(given.get('token') ?? '')
      return send(response, given.get('client_id') === null ? 401 : 200)
    }
    send(response, 404, {})
  })
  Object.assign(metadata, {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    registration_endpoint: `${url}/register`,
    revocation_endpoint: `${url}/revoke`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
  })
  return {
    url: `${url}/mcp`,
    asked,
    headers,
    revoked,
    metadata,
    expire() {
      access = ''
    },
    revoke() {
      ;[access, refresh] = ['', '']
    },
  }
}

type Send = (response: ServerResponse, status: number, body?: unknown) => void

interface Message {
  id?: number
  method: string
  params?: { protocolVersion?: string }
}

/** The protocol, as far as one tool needs it. */
function speak({ id, method, params }: Message, response: ServerResponse, send: Send): void {
  const results: Record<string, unknown> = {
    initialize: {
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'locked', version: '1' },
    },
    'tools/list': {
      tools: [{ name: 'hello', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }],
    },
    'tools/call': { content: [{ type: 'text', text: 'hi' }] },
  }
  if (id === undefined) send(response, 202)
  else send(response, 200, { jsonrpc: '2.0', id, result: results[method] ?? {} })
}

/** Keeps a login as long as a test runs. */
export const memoryStore = (): LoginStore & { login: McpLogin | undefined } => {
  const store = {
    login: undefined as McpLogin | undefined,
    read: async () => store.login,
    async write(login: McpLogin) {
      store.login = login
    },
  }
  return store
}

/** A person whose browser opens the page, and is sent back. */
export const browse = (page: URL | string): void => void fetch(page).then((response) => response.text())
