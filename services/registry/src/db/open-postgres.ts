import { UnavailableError, UnsupportedError } from '@cli-apps/core'
import { resourceFolder } from '@cli-apps/core/node'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import type { Database } from './database.ts'
import { followChanges } from './follow-changes.ts'
import { createPostgresClient } from './postgres-client.ts'
import { openConnection, type PostgresConnection } from './postgres-connection.ts'
import { createPostgresPool } from './postgres-pool.ts'
import { followReplica } from './read-replica.ts'

/** Any number does, as long as no other program on the same database takes it. */
const migrationLock = 4_870_101

export interface PostgresOptions {
  /** A replica to read from. */
  readUrl?: string | undefined
  /** The longest that one statement may take; no limit when absent. */
  statementTimeoutMs?: number | undefined
}

/** Connects to a Postgres database. Throws when it cannot be reached or does not hold UTF-8. */
export async function openPostgres(
  url: string,
  { readUrl, statementTimeoutMs }: PostgresOptions = {},
): Promise<Database> {
  await withConnection(url, requireUtf8)
  const pool = createPostgresPool(url, { statementTimeoutMs })
  const queries = drizzle(createPostgresClient(pool.use))
  const replica =
    readUrl === undefined
      ? undefined
      : followReplica((onClose) => createPostgresPool(readUrl, { statementTimeoutMs, onClose }), queries)
  const feeds: { close: () => void }[] = []
  return {
    kind: 'postgres',
    queries,
    replica,
    migrate: () => withConnection(url, migrateLocked),
    listen: async (changed) => {
      const connect = (options: Parameters<typeof openConnection>[1]) => openConnection(url, options)
      const feed = await followChanges(pool, { connect, changed })
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
  url: string,
  work: (connection: PostgresConnection) => Promise<void>,
): Promise<void> {
  const connection = connectOrExplain(url)
  try {
    await work(connection)
  } finally {
    connection.close()
  }
}

function connectOrExplain(url: string): PostgresConnection {
  try {
    return openConnection(url)
  } catch (cause) {
    throw unreachable('DATABASE_URL is not the URL of a Postgres database.', cause)
  }
}

async function requireUtf8({ run }: PostgresConnection): Promise<void> {
  const [row] = await run((client) => client<{ server_encoding: string }[]>`show server_encoding`).catch(
    (cause) => {
      throw unreachable(
        `The database cannot be opened: ${cause instanceof Error ? cause.message : cause}`,
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

/** The URL may hold a password, so no message repeats it. */
const unreachable = (message: string, cause: unknown): UnavailableError =>
  new UnavailableError('database.unreachable', message, {
    hint: 'Check DATABASE_URL (postgres://user:password@host:5432/database) and that the server runs.',
    cause,
  })

/** Replicas that start together take turns. The lock lives and dies with the one connection. */
async function migrateLocked(connection: PostgresConnection): Promise<void> {
  await connection.run((client) => client`select pg_advisory_lock(${migrationLock})`)
  await migrate(drizzle(createPostgresClient((work) => work(connection))), {
    migrationsFolder: resourceFolder('migrations'),
  })
}
