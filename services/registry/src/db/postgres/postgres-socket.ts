import { connect, type Socket } from 'node:net'

/** The address that postgres.js read from its URL, as a list with one entry. */
export interface SocketAddress {
  host: string[]
  port: number[]
  /** Of a Unix socket. */
  path?: string | false | undefined
}

/**
 * Makes a socket that sends each message immediately. The driver's own leave Nagle's algorithm on, which holds the second of
 * two pipelined queries back until the first is acknowledged: up to 40 ms.
 */
export function makeSocket({ host, port, path }: SocketAddress): Socket {
  if (path) return connect(path)
  const address = { host: host[0] ?? 'localhost', port: port[0] ?? 5432 }
  // The driver reads the name for TLS from the socket.
  return Object.assign(connect({ ...address, noDelay: true }), address)
}
