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

/** The port of an https server on loopback, for the names of the certificate that children have to trust. */
export async function testHttpsServer(listener: RequestListener): Promise<number> {
  const [key, cert] = await Promise.all([readFile(tlsFile('key.pem')), readFile(testCertificate)])
  const server = createHttps({ key, cert }, listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/**
 * A proxy on loopback that wants a user and a password and leads every tunnel, whatever its name, to one https server of
 * the test: the names exist for its users alone.
 */
export async function connectProxy(
  listener: RequestListener,
  { user, password }: { user: string; password: string },
): Promise<ConnectProxy> {
  const target = await testHttpsServer(listener)
  const proxy = createProxy((_request, response) => response.writeHead(405).end())
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  const tunnels: string[] = []
  const token = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  proxy.on('connect', (request: IncomingMessage, client: Duplex) => {
    client.on('error', () => {})
    if (request.headers['proxy-authorization'] !== token)
      return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n')
    tunnels.push(request.url ?? '')
    const upstream = connect(target, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      client.pipe(upstream).pipe(client)
    })
    upstream.on('error', () => client.destroy())
    client.on('close', () => upstream.destroy())
  })
  return { port: (proxy.address() as AddressInfo).port, tunnels }
}
