import { connect, type Socket } from 'node:net'

/** The address that postgres.js parsed from its URL, as lists with one entry. */
export interface SocketAddress {
  host: string[]
  port: number[]
  /** Path of a Unix socket. */
  path?: string | false | undefined
}

/**
 * Creates a socket that sends each message immediately. The driver's own sockets use Nagle's algorithm, which
 * delays the second of two pipelined queries until the first is acknowledged: up to 40 ms.
 */
export function makeSocket({ host, port, path }: SocketAddress): Socket {
  if (path) return connect(path)
  const address = { host: host[0] ?? 'localhost', port: port[0] ?? 5432 }
  // The driver reads the TLS server name from the socket.
  return Object.assign(connect({ ...address, noDelay: true }), address)
}
