import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'

/** Limits for all programs behind one proxy together. */
export interface EgressBounds {
  connections: number
  /** Bytes in both directions. */
  bytes: number
  headerBytes: number
  /** Milliseconds to establish a connection, or to receive a complete request. */
  connectMs: number
  /** Idle timeout of a connection in milliseconds. */
  idleMs: number
}

export const egressBounds: EgressBounds = {
  connections: 256,
  bytes: 8 * 2 ** 30,
  headerBytes: 32 * 2 ** 10,
  connectMs: 30_000,
  idleMs: 300_000,
}

/** Counts the bytes of connections, and calls `onFull` when they exceed `bytes`. */
export function meter(bytes: number, onFull: () => void): (target: Socket, client: Readable) => void {
  const open = new Set<Socket>()
  let closed = 0
  const taken = (socket: Socket): number => socket.bytesRead + socket.bytesWritten
  const check = (): void => {
    let all = closed
    for (const socket of open) all += taken(socket)
    if (all > bytes) onFull()
  }
  return (target, client) => {
    open.add(target)
    target.on('close', () => {
      open.delete(target)
      closed += taken(target)
    })
    for (const stream of [target, client]) stream.on('data', check)
  }
}
