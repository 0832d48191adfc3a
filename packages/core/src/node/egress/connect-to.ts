import { lookup as lookupAddresses } from 'node:dns/promises'
import { request } from 'node:http'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { ForbiddenError, UnavailableError } from '../../errors/errors.ts'
import { proxyName, proxyToken } from '../registry/proxy.ts'
import { authorityText, type EgressHost, mayReach } from './egress-host.ts'

export interface Address {
  address: string
  family: number
}

/** Resolves every address of a host name. */
export type LookUp = (hostname: string) => Promise<Address[]>

export const lookUp: LookUp = (hostname) => lookupAddresses(hostname, { all: true })

interface ConnectOptions {
  lookUp: LookUp
  /** The user's own proxy for this host; it resolves names itself. */
  upstream: URL | undefined
  /** Connect timeout in milliseconds. */
  timeout: number
}

/**
 * Connects to an allowed host at an address that was checked, so that a second DNS answer changes nothing. Throws
 * `ForbiddenError` `network.address-refused`, or `UnavailableError` `network.unreachable`.
 */
export async function connectTo(host: EgressHost, options: ConnectOptions): Promise<Socket> {
  return options.upstream === undefined
    ? connectDirectly(host, options)
    : connectThrough(options.upstream, host, options)
}

async function connectDirectly(host: EgressHost, { lookUp, timeout }: ConnectOptions): Promise<Socket> {
  const { hostname, port } = host
  const found = isIP(hostname) > 0 ? [{ address: hostname, family: isIP(hostname) }] : await lookUp(hostname)
  const addresses = found.filter(({ address }) => mayReach(host, address))
  if (addresses.length === 0) throw addressRefused(host, found)
  const socket = connect({
    host: hostname,
    port,
    autoSelectFamily: true,
    lookup: (_name, _options, callback) => callback(null, addresses),
  })
  return connected(socket, 'connect', { host, timeout })
}

/** Opens a tunnel to the host through the user's HTTP proxy. */
async function connectThrough(proxy: URL, host: EgressHost, { timeout }: ConnectOptions): Promise<Socket> {
  if (proxy.protocol.startsWith('socks')) return connectThroughSocks(proxy, host, timeout)
  const target = authorityText(host)
  const token = proxyToken(proxy)
  const proxyHost = proxy.hostname.replace(/^\[|\]$/g, '')
  const asked = request({
    method: 'CONNECT',
    path: target,
    headers: { host: target, ...(token !== undefined && { 'proxy-authorization': token }) },
    timeout,
    createConnection: () => {
      const at = { host: proxyHost, port: Number(proxy.port) || (proxy.protocol === 'https:' ? 443 : 80) }
      return proxy.protocol === 'https:' ? connectTls({ ...at, servername: proxyHost }) : connect(at)
    },
  })
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => {
      asked.destroy()
      reject(unreachable(host, reason))
    }
    asked.once('error', (error) => fail(`the proxy ${proxyName(proxy)}: ${error.message}`))
    asked.once('timeout', () => fail(`the proxy ${proxyName(proxy)} does not answer`))
    asked.once('response', ({ statusCode }) => fail(`the proxy ${proxyName(proxy)} answers ${statusCode}`))
    asked.once('connect', ({ statusCode }, socket: Socket, head: Buffer) => {
      if (statusCode !== 200) return fail(`the proxy ${proxyName(proxy)} answers ${statusCode}`)
      if (head.length > 0) socket.unshift(head)
      socket.setTimeout(0)
      resolve(socket)
    })
    asked.end()
  })
}

/** Opens a tunnel through a SOCKS 5 proxy, which receives names unresolved. */
async function connectThroughSocks(proxy: URL, host: EgressHost, timeout: number): Promise<Socket> {
  const { SocksClient } = await import('./socks.ts')
  const { hostname, port, username, password } = proxy
  try {
    const { socket } = await SocksClient.createConnection({
      proxy: {
        type: 5,
        host: hostname.replace(/^\[|\]$/g, ''),
        port: Number(port) || 1080,
        ...(username !== '' && {
          userId: decodeURIComponent(username),
          password: decodeURIComponent(password),
        }),
      },
      command: 'connect',
      destination: { host: host.hostname, port: host.port },
      timeout,
    })
    return socket
  } catch (error) {
    throw unreachable(
      host,
      `the proxy ${proxyName(proxy)}: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

function connected(
  socket: Socket,
  event: 'connect',
  { host, timeout }: { host: EgressHost; timeout: number },
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => {
      socket.destroy()
      reject(unreachable(host, reason))
    }
    socket.setTimeout(timeout, () => fail('no answer'))
    socket.once('error', (error) => fail(error.message))
    socket.once(event, () => {
      socket.setTimeout(0)
      socket.removeAllListeners('error')
      resolve(socket)
    })
  })
}

const addressRefused = (host: EgressHost, found: readonly Address[]): ForbiddenError =>
  new ForbiddenError(
    'network.address-refused',
    `${host.hostname} leads to ${found.map(({ address }) => address).join(', ') || 'no address'}, which is not public.`,
    { hint: 'Configure the host yourself if it is in your own network.' },
  )

const unreachable = (host: EgressHost, reason: string): UnavailableError =>
  new UnavailableError('network.unreachable', `${authorityText(host)} cannot be reached: ${reason}.`)
