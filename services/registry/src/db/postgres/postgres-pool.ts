import { UnavailableError } from '@cli-apps/core'
import postgres from 'postgres'
import { Pool, TimeoutError } from 'tarn'
import { withDeadline } from '../../with-deadline.ts'
import { awayError } from '../database-error.ts'
import type { PostgresConnector } from './postgres-connector.ts'
import type { PostgresServer } from './postgres-servers.ts'
import { type ConnectionOptions, openSession, type PostgresConnection } from './postgres-session.ts'

/** Sessions with a database, each lent to one user at a time. */
export interface PostgresPool {
  /**
   * Lends a connection until `work` is done. Throws `UnavailableError` `database.busy` when no connection
   * becomes free in time, and `database.away` immediately while no server responds.
   */
  use<Result>(work: (connection: PostgresConnection) => Promise<Result>): Promise<Result>
  /** Returns how many connections failed or ended without being closed by this process. */
  lost(): number
  /** Waits at most a few seconds for running work, then ends all sessions. */
  close(): Promise<void>
}

interface PoolOptions extends Pick<ConnectionOptions, 'statementTimeoutMs' | 'onClose'> {
  /** Maximum number of connections; 10 when absent. */
  max?: number
}

const acquireMs = 5000
/** Idle time after which a connection is closed. */
const idleMs = 600_000
const watchMs = 1000
/** Time without a response to pending statements after which a server is probed over a new connection. */
const silenceMs = 4000
const probeMs = 2000
const closeMs = 5000

export function createPostgresPool(
  connector: PostgresConnector,
  { max = 10, ...options }: PoolOptions = {},
): PostgresPool {
  const connections = trackConnections(connector, options)
  let isAway = false
  const pool = new Pool<PostgresConnection>({
    create: connections.open,
    validate: (connection) => connection.isOpen(),
    destroy: connections.dismiss,
    min: 0,
    max,
    acquireTimeoutMillis: acquireMs,
    idleTimeoutMillis: idleMs,
    reapIntervalMillis: 60_000,
  })
  const watch = watchServers(async () => {
    if (isAway) isAway = !(await answers(connector.connect()))
    const silent = connections.silentServer()
    if (silent === undefined || (await answers(openSession(silent)))) return
    isAway = true
    connector.passOver(silent)
    connections.closeAll({ of: silent, cause: frozen() })
  })
  return {
    lost: connections.lost,
    use: async (work) => {
      if (isAway) throw awayError(frozen())
      const connection = await acquire(pool)
      try {
        return await work(connection)
      } finally {
        pool.release(connection)
      }
    },
    close: async () => {
      clearInterval(watch)
      await withDeadline(pool.destroy(), closeMs).catch(() => {})
      connections.closeAll()
    },
  }
}

/**
 * Opens connections, counts those that this process did not close, and tracks which servers do not respond.
 */
function trackConnections(connector: PostgresConnector, options: Omit<PoolOptions, 'max'>) {
  const connections = new Set<PostgresConnection>()
  const dismissed = new WeakSet<PostgresConnection>()
  const answeredAt = new Map<PostgresServer, number>()
  let lost = 0
  return {
    lost: () => lost,
    open: (): PostgresConnection => {
      const connection = connector.connect({
        ...options,
        onAnswer: (server) => {
          answeredAt.set(server, performance.now())
        },
        onClose: () => {
          connections.delete(connection)
          if (!dismissed.has(connection)) lost++
          options.onClose?.()
        },
      })
      connections.add(connection)
      return connection
    },
    dismiss: (connection: PostgresConnection): void => {
      dismissed.add(connection)
      connection.close()
    },
    /** Returns a server with pending statements that has not responded for some time. */
    silentServer: (): PostgresServer | undefined => {
      const since = performance.now() - silenceMs
      const isSilent = (server: PostgresServer): boolean => (answeredAt.get(server) ?? 0) < since
      return [...connections]
        .find((connection) => (connection.waitsSince() ?? since) < since && isSilent(connection.server()))
        ?.server()
    },
    /** Closes all connections, or those to one server. */
    closeAll: ({ of, cause }: { of?: PostgresServer; cause?: Error } = {}): void => {
      for (const connection of [...connections])
        if (of === undefined || connection.server() === of) connection.close(cause)
    },
  }
}

/**
 * Probes silent servers. A frozen server keeps its connections open and answers none, so its own timeouts do
 * not help; a slow server still responds to others. Checks run every second and never overlap.
 */
function watchServers(look: () => Promise<void>): NodeJS.Timeout {
  let isLooking = false
  const timer = setInterval(async () => {
    if (isLooking) return
    isLooking = true
    await look()
    isLooking = false
  }, watchMs)
  return timer.unref()
}

/** Returns whether the server responds to a new client. A refusal counts as a response. */
async function answers(probe: PostgresConnection): Promise<boolean> {
  try {
    await withDeadline(
      probe.run((client) => client`select 1`),
      probeMs,
    )
    return true
  } catch (error) {
    return error instanceof postgres.PostgresError
  } finally {
    probe.close()
  }
}

async function acquire(pool: Pool<PostgresConnection>): Promise<PostgresConnection> {
  try {
    return await pool.acquire().promise
  } catch (cause) {
    if (!(cause instanceof TimeoutError)) throw awayError(cause)
    throw new UnavailableError(
      'database.busy',
      `No database connection was free for ${acquireMs / 1000} s.`,
      {
        hint: 'Try again in a few seconds.',
        cause,
      },
    )
  }
}

const frozen = (): Error => new Error('the database server does not answer')
