import type { Socket } from 'node:net'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { parse as parseArray } from 'postgres-array'
import { awayError } from '../database-error.ts'
import type { PostgresServer } from './postgres-servers.ts'
import { makeSocket, type SocketAddress } from './postgres-socket.ts'

/** Runs statements on one session; all statements of a transaction use the same runner. */
export type RunStatement = <Result>(
  statement: (client: postgres.Sql) => PromiseLike<Result>,
) => Promise<Result>

/** One session with a server, from start to end. It never reconnects. */
export interface PostgresConnection {
  /**
   * Runs a statement. Throws the server's error, or `UnavailableError` `database.away` when the session
   * ended.
   */
  run: RunStatement
  isOpen(): boolean
  /** The connected server, or the one being tried; the first server before any attempt. */
  server(): PostgresServer
  /** When its oldest pending statement started, in terms of `performance.now()`; `undefined` when idle. */
  waitsSince(): number | undefined
  /** Ends the session immediately; pending statements fail. */
  close(cause?: unknown): void
}

export interface ConnectionOptions {
  /** Timeout of one statement in milliseconds; none when absent. */
  statementTimeoutMs?: number | undefined
  /** Called for each notification on the channels that this session listens on. */
  onNotify?: (channel: string, payload: string) => void
  /** Called for each response of the server. */
  onAnswer?: (server: PostgresServer) => void
  /** Called once, when the session has ended. */
  onClose?: () => void
}

/** Timeout for connecting to a server, in seconds. */
const connectTimeout = 5

/** Array types of the columns, by Postgres's type numbers; Drizzle serializes them itself. */
const arrayTypes = {
  texts: { to: 1009, from: [1009], serialize: String, parse: (text: string) => parseArray(text) },
  integers: { to: 1007, from: [1007], serialize: String, parse: (text: string) => parseArray(text, Number) },
}

/**
 * Opens a session with one server at its first statement. After a loss, the driver's own client would send
 * the rest of a transaction to a new session, or throw an uncatchable error when it writes to the closed
 * socket. So each client serves a single session, and no statement reaches it afterwards.
 */
export function openSession(server: PostgresServer, options: ConnectionOptions = {}): PostgresConnection {
  const { onAnswer, onClose } = options
  const waiting = new Map<(error: unknown) => void, number>()
  let ended: Error | undefined
  let socket: Socket | undefined

  const close = (cause?: unknown): void => {
    if (ended !== undefined) return
    const error = awayError(cause)
    ended = error
    // The driver's own error is more precise, so it goes first if there is one.
    setImmediate(() => {
      for (const reject of waiting.keys()) reject(error)
    })
    socket?.destroy()
    client.end({ timeout: 0 }).catch(() => {})
    onClose?.()
  }
  const client = createClient(server, {
    ...options,
    onClose: () => close(),
    makeSocket: (address) => {
      // A second socket would be a second session.
      if (socket !== undefined) close()
      if (ended !== undefined) throw ended
      socket = makeSocket(address)
      return socket
    },
  })
  return {
    isOpen: () => ended === undefined,
    server: () => server,
    waitsSince: () => waiting.values().next().value,
    close,
    run: (statement) =>
      new Promise((resolve, reject) => {
        if (ended !== undefined) return reject(ended)
        waiting.set(reject, performance.now())
        statement(client).then(
          (result) => {
            waiting.delete(reject)
            onAnswer?.(server)
            resolve(result)
          },
          (error) => {
            waiting.delete(reject)
            if (error instanceof postgres.PostgresError) onAnswer?.(server)
            reject(error)
          },
        )
      }),
  }
}

interface ClientOptions extends Pick<ConnectionOptions, 'statementTimeoutMs' | 'onNotify'> {
  onClose: () => void
  makeSocket: (address: SocketAddress) => Socket
}

function createClient(
  { url, host, port }: PostgresServer,
  { statementTimeoutMs = 0, onNotify, onClose, makeSocket }: ClientOptions,
): postgres.Sql {
  // Two options that the driver's types omit.
  const untyped = { socket: makeSocket, onnotify: onNotify }
  const options: postgres.Options<Record<string, postgres.PostgresType>> = {
    ...untyped,
    ...(host !== undefined && { host, port }),
    max: 1,
    // The driver would fetch array types with a promise that nothing catches.
    fetch_types: false,
    types: arrayTypes,
    connect_timeout: connectTimeout,
    idle_timeout: 0,
    // The driver would treat a pause in a transaction as idle time and end the session.
    max_lifetime: null,
    // JIT compilation and parallel workers take longer to start than our queries take to run.
    connection: {
      statement_timeout: statementTimeoutMs,
      jit: 'off',
      max_parallel_workers_per_gather: '0',
    },
    onnotice: () => {},
    onclose: onClose,
  }
  const client = postgres(url, options)
  // Drizzle reads and writes dates itself; creating it configures the client accordingly.
  drizzle(client)
  return client
}
