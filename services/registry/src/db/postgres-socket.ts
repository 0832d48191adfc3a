import { connect, type Socket } from 'node:net'

/** What postgres.js tells of the servers in its URL: several hosts are tried in turn. */
export interface SocketAddress {
  host: string[]
  port: number[]
  /** Of a Unix socket. */
  path?: string | false | undefined
}

/**
 * Makes sockets that send each message at once. The driver's own leave Nagle's algorithm on, which holds the second of two
 * pipelined queries back until the first is acknowledged: up to 40 ms.
 */
export function createSocketMaker(): (address: SocketAddress) => Socket {
  let turn = 0
  return ({ host, port, path }) => {
    if (path) return connect(path)
    const at = turn++ % host.length
    const address = { host: host[at] ?? 'localhost', port: port[at] ?? 5432 }
    // The driver reads the name for TLS from the socket.
    return Object.assign(connect({ ...address, noDelay: true }), address)
  }
}
