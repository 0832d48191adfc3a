import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface SocksProxy {
  port: number
  /** `name:port` of each connection that was asked for. */
  asked: string[]
}

/** A SOCKS 5 proxy (RFC 1928) on loopback that wants a user and a password, and leads every name to one port of this machine. */
export async function socksProxy(
  target: number,
  { user, password }: { user: string; password: string },
): Promise<SocksProxy> {
  const asked: string[] = []
  const open = new Set<Socket>()
  const server = createServer((client) => {
    open.add(client)
    client.on('error', () => client.destroy())
    client.once('data', () => {
      client.write(Buffer.from([5, 2]))
      client.once('data', (login) => {
        const name = login.subarray(2, 2 + (login[1] ?? 0)).toString()
        const word = login.subarray(3 + name.length).toString()
        const isKnown = name === user && word === password
        client.write(Buffer.from([1, isKnown ? 0 : 1]))
        if (isKnown) client.once('data', (request) => lead(client, request))
        else client.end()
      })
    })
  })
  const lead = (client: Socket, request: Buffer): void => {
    const name =
      request[3] === 3
        ? request.subarray(5, 5 + (request[4] ?? 0)).toString()
        : request.subarray(4, 8).join('.')
    asked.push(`${name}:${request.readUInt16BE(request.length - 2)}`)
    const far = connect(target, '127.0.0.1', () => {
      client.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]))
      client.pipe(far).pipe(client)
    })
    far.on('error', () => client.destroy())
    client.on('close', () => far.destroy())
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const one of open) one.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, asked }
}
