import { AppError, UnavailableError, UnsupportedError } from '@cli-apps/core'
import { resourceFolder } from '@cli-apps/core/node'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import type { Database } from '../database.ts'
import { followChanges } from './follow-changes.ts'
import { createPostgresClient } from './postgres-client.ts'
import { createPostgresConnector, type PostgresConnector } from './postgres-connector.ts'
import { createPostgresPool } from './postgres-pool.ts'
import { type PostgresServers, parseDatabaseUrl, parseReplicaUrl } from './postgres-servers.ts'
import type { PostgresConnection } from './postgres-session.ts'
import { followReplica } from './read-replica.ts'

/** Any number that no other program on the same database uses. */
const migrationLock = 4_870_101

export interface PostgresOptions {
  /** URL of a replica for reads. */
  readUrl?: string | undefined
  /** Timeout of one statement; none when absent. */
  statementTimeoutMs?: number | undefined
}

/**
 * Connects to a Postgres database on one of the hosts in the URL. Throws when it is unreachable or not
 * encoded in UTF-8.
 */
export async function openPostgres(
  url: string,
  { readUrl, statementTimeoutMs }: PostgresOptions = {},
): Promise<Database> {
  const connector = connectorOf(() => parseDatabaseUrl(url))
  const replicaConnector = readUrl === undefined ? undefined : connectorOf(() => parseReplicaUrl(readUrl))
  await withConnection(connector, requireUtf8)
  const pool = createPostgresPool(connector, { statementTimeoutMs })
  const queries = drizzle(createPostgresClient(pool.use))
  const replica =
    replicaConnector === undefined
      ? undefined
      : followReplica(
          (onClose) => createPostgresPool(replicaConnector, { statementTimeoutMs, onClose }),
          queries,
        )
  const feeds: { close: () => void }[] = []
  return {
    kind: 'postgres',
    queries,
    replica,
    migrate: () => withConnection(connector, migrateLocked),
    listen: async (changed) => {
      const feed = await followChanges(pool, { connect: connector.connect, changed })
      feeds.push(feed)
      return feed
    },
    lostConnections: pool.lost,
    ping: async () => {
      await pool.use(({ run }) => run((client) => client`select 1`))
    },
    close: async () => {
      for (const feed of feeds) feed.close()
      await replica?.close()
      await pool.close()
    },
  }
}

async function withConnection(
  { connect }: PostgresConnector,
  work: (connection: PostgresConnection) => Promise<void>,
): Promise<void> {
  const connection = connect()
  try {
    await work(connection)
  } finally {
    connection.close()
  }
}

function connectorOf(parse: () => PostgresServers): PostgresConnector {
  try {
    return createPostgresConnector(parse())
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw unreachable('DATABASE_URL is not the URL of a Postgres database.', cause)
  }
}

async function requireUtf8({ run }: PostgresConnection): Promise<void> {
  const [row] = await run((client) => client<{ server_encoding: string }[]>`show server_encoding`).catch(
    (cause) => {
      // With several hosts, the cause lists the error of each.
      const reason = cause instanceof UnavailableError ? cause.cause : cause
      throw unreachable(
        `The database cannot be opened: ${reason instanceof Error ? reason.message : reason}`,
        cause,
      )
    },
  )
  if (row?.server_encoding === 'UTF8') return
  throw new UnsupportedError(
    'database.not-utf8',
    `The database's encoding is ${row?.server_encoding}; the registry needs UTF8.`,
    { hint: "Make one with: CREATE DATABASE registry ENCODING 'UTF8' TEMPLATE template0" },
  )
}

/** Messages omit the URL, which may contain a password. */
const unreachable = (message: string, cause: unknown): UnavailableError =>
  new UnavailableError('database.unreachable', message, {
    hint: 'Check DATABASE_URL (postgres://user:password@host:5432/database) and that the server runs.',
    cause,
  })

/** Servers that start together migrate one at a time. The lock is released when its connection ends. */
async function migrateLocked(connection: PostgresConnection): Promise<void> {
  await connection.run((client) => client`select pg_advisory_lock(${migrationLock})`)
  await migrate(drizzle(createPostgresClient((work) => work(connection))), {
    migrationsFolder: resourceFolder('migrations'),
  })
}
