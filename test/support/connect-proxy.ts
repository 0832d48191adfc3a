import { readFile } from 'node:fs/promises'
import { createServer as createProxy, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const tlsFile = (name: string): string => fileURLToPath(new URL(`../fixtures/tls/${name}`, import.meta.url))

/** What children have to trust to speak to servers behind the proxy: `NODE_EXTRA_CA_CERTS`. */
export const testCertificate = tlsFile('certificate.pem')

export interface ConnectProxy {
  port: number
  /** `host:port` of each tunnel that was asked for. */
  tunnels: string[]
}

/**
 * A proxy on loopback that wants a user and a password and leads every tunnel, whatever its name, to one https server of
 * the test: the names exist for its users alone.
 */
export async function connectProxy(
  listener: RequestListener,
  { user, password }: { user: string; password: string },
): Promise<ConnectProxy> {
  const [key, cert] = await Promise.all([readFile(tlsFile('key.pem')), readFile(testCertificate)])
  const server = createHttps({ key, cert }, listener)
  const proxy = createProxy((_request, response) => response.writeHead(405).end())
  for (const each of [server, proxy]) {
    await new Promise<void>((resolve) => each.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      each.closeAllConnections()
      each.close()
    })
  }
  const tunnels: string[] = []
  const token = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  proxy.on('connect', (request: IncomingMessage, client: Duplex) => {
    client.on('error', () => {})
    if (request.headers['proxy-authorization'] !== token)
      return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n')
    tunnels.push(request.url ?? '')
    const upstream = connect((server.address() as AddressInfo).port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      client.pipe(upstream).pipe(client)
    })
    upstream.on('error', () => client.destroy())
    client.on('close', () => upstream.destroy())
  })
  return { port: (proxy.address() as AddressInfo).port, tunnels }
}
