import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { isAppError } from '../../errors/errors.ts'
import { connectTo, type LookUp, lookUp as lookUpHere } from './connect-to.ts'
import { type EgressBounds, egressBounds, meter } from './egress-bounds.ts'
import {
  type Authority,
  allowsHost,
  authorityOf,
  authorityText,
  type EgressHost,
  parseAuthority,
} from './egress-host.ts'

export interface EgressProxyOptions {
  /** Path of the Unix socket to listen on, in a folder that only this user can access. */
  socket: string
  /** The only hosts and ports that may be connected to. */
  allowed: readonly EgressHost[]
  /** Returns the user's own proxy for a URL. */
  findUpstream?: (url: string) => URL | undefined
  bounds?: Partial<EgressBounds>
  /** How to resolve names; by default the system's resolver. */
  lookUp?: LookUp
}

export interface EgressProxy {
  /** Refused hosts as `host:port`, in order, without duplicates. */
  refused: ReadonlySet<string>
  [Symbol.asyncDispose](): Promise<void>
}

interface Proxying extends Required<Omit<EgressProxyOptions, 'socket' | 'bounds'>> {
  bounds: EgressBounds
  refused: Set<string>
  /** Counts bytes between a host and the program. */
  count: ReturnType<typeof meter>
}

/**
 * Opens an HTTP proxy on a Unix socket for programs without network access. Supports CONNECT and absolute http URLs,
 * and answers 403 for any host that is not listed. Names are resolved here, never by the program.
 */
export async function openEgressProxy({
  socket,
  allowed,
  findUpstream = () => undefined,
  lookUp = lookUpHere,
  bounds: changed = {},
}: EgressProxyOptions): Promise<EgressProxy> {
  const bounds = { ...egressBounds, ...changed }
  const open = new Set<Socket>()
  const refused = new Set<string>()
  const endAll = (): void => {
    for (const one of open) one.destroy()
  }
  const count = meter(bounds.bytes, endAll)
  const proxying: Proxying = { allowed, findUpstream, lookUp, bounds, refused, count }
  const server = createServer(
    { maxHeaderSize: bounds.headerBytes, headersTimeout: bounds.connectMs, requestTimeout: 0 },
    (asked, answer) => void relayRequest(asked, answer, proxying),
  )
  server.maxConnections = bounds.connections
  server.on('connect', (asked: IncomingMessage, client: Duplex, head: Buffer) => {
    void relayTunnel(asked, { client, head }, proxying)
  })
  server.on('connection', (client: Socket) => {
    open.add(client)
    client.on('error', () => client.destroy())
    client.on('close', () => open.delete(client))
  })
  server.listen(socket)
  await once(server, 'listening')
  return {
    refused,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close')
      server.close()
      endAll()
      await closed
    },
  }
}

function findAllowed(
  requested: Authority | undefined,
  { allowed, refused }: Proxying,
): EgressHost | undefined {
  if (requested === undefined) return undefined
  const host = allowed.find((one) => allowsHost(one, requested))
  if (host === undefined) refused.add(authorityText(requested))
  return host && { ...host, hostname: requested.hostname }
}

const connectOptions = (url: string, { lookUp, findUpstream, bounds }: Proxying) => ({
  lookUp,
  upstream: findUpstream(url),
  timeout: bounds.connectMs,
})

async function relayTunnel(
  { url = '' }: IncomingMessage,
  { client, head }: { client: Duplex; head: Buffer },
  proxying: Proxying,
): Promise<void> {
  const deny = (status: string, text: string): void => {
    const body = `${text}\n`
    client.end(
      `HTTP/1.1 ${status}\r\ncontent-type: text/plain\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    )
  }
  const requested = parseAuthority(url)
  const host = findAllowed(requested, proxying)
  if (host === undefined) return deny('403 Forbidden', refusalText(requested))
  try {
    const target = await connectTo(host, connectOptions(`https://${authorityText(host)}/`, proxying))
    if (client.destroyed) return void target.destroy()
    target.on('error', () => client.destroy())
    client.on('close', () => target.destroy())
    target.on('close', () => client.destroy())
    target.setTimeout(proxying.bounds.idleMs, () => target.destroy())
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    if (head.length > 0) target.write(head)
    client.pipe(target).pipe(client)
    proxying.count(target, client)
  } catch (error) {
    deny(statusOf(error, host, proxying), messageOf(error))
  }
}

/** Hop-by-hop headers; all others pass unchanged. */
const ownHeaders =
  /^(host|connection|proxy-connection|proxy-authorization|keep-alive|te|trailer|transfer-encoding|upgrade)$/

async function relayRequest(
  asked: IncomingMessage,
  answer: ServerResponse,
  proxying: Proxying,
): Promise<void> {
  const deny = (status: string, text: string): void => {
    const [code = '502', reason] = status.split(/ (.*)/)
    answer
      .writeHead(Number(code), reason, { 'content-type': 'text/plain', connection: 'close' })
      .end(`${text}\n`)
  }
  const url = URL.canParse(asked.url ?? '') ? new URL(asked.url ?? '') : undefined
  const requested = url?.protocol === 'http:' ? authorityOf(url) : undefined
  const host = findAllowed(requested, proxying)
  if (url === undefined || host === undefined) return deny('403 Forbidden', refusalText(requested))
  try {
    const target = await connectTo(host, connectOptions(url.href, proxying))
    target.setTimeout(proxying.bounds.idleMs, () => target.destroy())
    const headers = Object.entries(asked.headers).filter(([name]) => !ownHeaders.test(name))
    // Overrides the program's Host header by the host of the checked URL.
    const passed = request({
      method: asked.method ?? 'GET',
      path: `${url.pathname}${url.search}`,
      headers: { ...Object.fromEntries(headers), host: url.host, connection: 'close' },
      createConnection: () => target,
    })
    // Node sends the body of a GET or DELETE without a length, and a server would parse it as another request.
    if (asked.headers['transfer-encoding'] !== undefined) passed.useChunkedEncodingByDefault = true
    passed.on('error', () =>
      answer.headersSent ? answer.destroy() : deny('502 Bad Gateway', 'It broke off.'),
    )
    passed.on('response', (came) => {
      const kept = Object.entries(came.headers).filter(([name]) => !ownHeaders.test(name))
      answer.writeHead(came.statusCode ?? 502, Object.fromEntries(kept))
      came.on('error', () => answer.destroy())
      came.pipe(answer)
    })
    answer.on('close', () => target.destroy())
    asked.on('error', () => target.destroy())
    asked.pipe(passed)
    proxying.count(target, asked)
  } catch (error) {
    deny(statusOf(error, host, proxying), messageOf(error))
  }
}

function statusOf(error: unknown, host: EgressHost, { refused }: Proxying): string {
  if (!isAppError(error) || error.code !== 'network.address-refused') return '502 Bad Gateway'
  refused.add(authorityText(host))
  return '403 Forbidden'
}

const refusalText = (requested: Authority | undefined): string =>
  `network.host-refused: ${requested === undefined ? 'what was asked for is not a host' : authorityText(requested)} is not allowed here.`

const messageOf = (error: unknown): string =>
  isAppError(error)
    ? `${error.code}: ${error.message}`
    : 'network.unreachable: the name could not be looked up.'
