import { createHash, timingSafeEqual } from 'node:crypto'
import { UsageError } from '@cli-apps/core'

interface Settings {
  host: string
  token: string
  hostnames?: readonly string[]
}

/**
 * Creates a check that returns the refusal of a request, or `undefined` if it may pass: its `Host` and, from browsers,
 * its `Origin` must name this server, its path must be `/mcp`, and it must carry the token. Throws `UsageError`
 * `mcp.weak-token`.
 */
export function createHttpGuard({
  host,
  token,
  hostnames = [],
}: Settings): (request: Request) => Response | undefined {
  if (token.length < 16 || !/^[\x21-\x7e]+$/.test(token)) {
    throw new UsageError('mcp.weak-token', 'The token of the server is too short, or no plain word.', {
      hint: 'Use at least 16 letters, digits and signs, or leave it out to generate one.',
    })
  }
  const known = new Set(
    ['localhost', '127.0.0.1', '[::1]', host.includes(':') ? `[${host}]` : host, ...hostnames].map((name) =>
      name.toLowerCase(),
    ),
  )
  const isKnown = (url: string): boolean => URL.canParse(url) && known.has(new URL(url).hostname)
  return ({ url, headers }) => {
    // DNS rebinding: a page whose host name now resolves to this machine still sends that name.
    if (!isKnown(`http://${headers.get('host') ?? ''}`)) return refusal(403, 'This host is not served here.')
    const origin = headers.get('origin')
    if (origin !== null && !isKnown(origin)) return refusal(403, 'This origin may not call.')
    if (new URL(url).pathname !== '/mcp') return refusal(404, 'The protocol is spoken at /mcp.')
    const [, given = ''] = /^Bearer ([\x21-\x7e]+)$/i.exec(headers.get('authorization') ?? '') ?? []
    if (isSame(given, token)) return undefined
    return refusal(401, 'A bearer token is needed.', { 'www-authenticate': 'Bearer' })
  }
}

/** Compares in constant time. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const refusal = (status: number, message: string, headers: Record<string, string> = {}): Response =>
  Response.json({ jsonrpc: '2.0', id: null, error: { code: -32000, message } }, { status, headers })
