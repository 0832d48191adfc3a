import type { Socket } from 'node:net'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { parse as parseArray } from 'postgres-array'
import { awayError } from '../database-error.ts'
import type { PostgresServer } from './postgres-servers.ts'
import { makeSocket, type SocketAddress } from './postgres-socket.ts'

/** Statements on one session; those of one transaction all go through one runner. */
export type RunStatement = <Result>(
  statement: (client: postgres.Sql) => PromiseLike<Result>,
) => Promise<Result>

/** One session with a server, from its start to its end. It never becomes another one. */
export interface PostgresConnection {
  /** Runs a statement. Throws the server's error, or `UnavailableError` `database.away` when the session ended. */
  run: RunStatement
  isOpen(): boolean
  /** The server that it has a session with, or tries; the first one before it tries any. */
  server(): PostgresServer
  /** Since when its oldest unanswered statement waits, on the clock of `performance.now()`; `undefined` when idle. */
  waitsSince(): number | undefined
  /** Ends the session now, and everything that waits for it. */
  close(cause?: unknown): void
}

export interface ConnectionOptions {
  /** The longest that one statement may take, in milliseconds; no limit when absent. */
  statementTimeoutMs?: number | undefined
  /** Called with what is notified on the channels that this session listens on. */
  onNotify?: (channel: string, payload: string) => void
  /** Called whenever the server has answered. */
  onAnswer?: (server: PostgresServer) => void
  /** Called once, when the session has ended. */
  onClose?: () => void
}

/** Seconds for a server to take a connection. */
const connectTimeout = 5

/** Arrays as the columns have them, by the numbers of Postgres's own types; Drizzle writes them itself. */
const arrayTypes = {
  texts: { to: 1009, from: [1009], serialize: String, parse: (text: string) => parseArray(text) },
  integers: { to: 1007, from: [1007], serialize: String, parse: (text: string) => parseArray(text, Number) },
}

/**
 * A session with one server, opened by its first statement. The driver's own client would connect again after a loss, and
 * then send the rest of a transaction to the new session, statement by statement; or write to the socket that it no longer
 * has, which throws where nobody can catch it. So a client serves a single session, and nothing reaches it afterwards.
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
    // The driver knows better why, where it was told: it comes first.
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
  // Two options that the driver's types leave out.
  const untyped = { socket: makeSocket, onnotify: onNotify }
  const options: postgres.Options<Record<string, postgres.PostgresType>> = {
    ...untyped,
    ...(host !== undefined && { host, port }),
    max: 1,
    // The driver would ask for the types of arrays by a promise that nobody catches.
    fetch_types: false,
    types: arrayTypes,
    connect_timeout: connectTimeout,
    idle_timeout: 0,
    // The driver would count a transaction's pause for idleness, and end the session in it.
    max_lifetime: null,
    // Compiling a query, or starting workers for it, takes longer than any of ours.
    connection: {
      statement_timeout: statementTimeoutMs,
      jit: 'off',
      max_parallel_workers_per_gather: '0',
    },
    onnotice: () => {},
    onclose: onClose,
  }
  const client = postgres(url, options)
  // Drizzle reads and writes dates itself: making it tells the client so.
  drizzle(client)
  return client
}
