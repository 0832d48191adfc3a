import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface TcpProxy {
  port: number
  /** Breaks every connection and takes no more. */
  cut(): void
  /** Lets nothing through any more, but leaves the connections open. */
  silence(): void
  restore(): void
  close(): Promise<void>
}

/** Stands between a program and its server on this machine, to be cut. */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let state: 'open' | 'cut' | 'silent' = 'open'
  const server = createServer((client) => {
    if (state === 'cut') return void client.destroy()
    const upstream = connect(target)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('data', (chunk) => {
        if (state === 'open') to.write(chunk)
      })
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      state = 'cut'
      breakAll()
    },
    silence: () => {
      state = 'silent'
    },
    restore: () => {
      // What was lost cannot be made up for.
      breakAll()
      state = 'open'
    },
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      breakAll()
      await closed
    },
  }
}
