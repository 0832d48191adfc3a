import { UnavailableError, UnsupportedError } from '@cli-apps/core'
import { resourceFolder } from '@cli-apps/core/node'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import type { Database } from './database.ts'
import { followChanges } from './follow-changes.ts'
import { createSocketMaker } from './postgres-socket.ts'
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
  { readUrl, statementTimeoutMs = 0 }: PostgresOptions = {},
): Promise<Database> {
  const client = connect(url, { statementTimeoutMs })
  try {
    await requireUtf8(client)
  } catch (error) {
    await client.end({ timeout: 1 })
    throw error
  }
  const queries = drizzle(client)
  const replica =
    readUrl === undefined
      ? undefined
      : followReplica((onclose) => connect(readUrl, { statementTimeoutMs, onclose }), queries)
  const feeds: { close: () => Promise<void> }[] = []
  return {
    kind: 'postgres',
    queries,
    replica,
    migrate: () => migrateLocked(url),
    listen: async (changed) => {
      const feed = await followChanges(client, { connect: () => connect(url, { max: 1 }), changed })
      feeds.push(feed)
      return feed
    },
    ping: async () => {
      await client`select 1`
    },
    close: async () => {
      for (const feed of feeds) await feed.close()
      await replica?.close()
      await client.end({ timeout: 5 })
    },
  }
}

interface ConnectOptions {
  /** Connections. */
  max?: number
  statementTimeoutMs?: number
  /** Called when a connection is gone. */
  onclose?: () => void
}

function connect(url: string, { max = 10, statementTimeoutMs = 0, onclose }: ConnectOptions): postgres.Sql {
  const options: postgres.Options<Record<string, never>> & { socket: ReturnType<typeof createSocketMaker> } =
    {
      max,
      connect_timeout: 5,
      // Answers soon while the database is away, and finds it soon when it is back.
      backoff: () => 0.25,
      // Compiling a query, or starting workers for it, takes longer than any of ours.
      connection: {
        statement_timeout: statementTimeoutMs,
        jit: 'off',
        max_parallel_workers_per_gather: '0',
      },
      onnotice: () => {},
      ...(onclose && { onclose }),
      socket: createSocketMaker(),
    }
  try {
    return postgres(url, options)
  } catch (cause) {
    throw unreachable('DATABASE_URL is not the URL of a Postgres database.', cause)
  }
}

async function requireUtf8(client: postgres.Sql): Promise<void> {
  const [row] = await client<{ server_encoding: string }[]>`show server_encoding`.catch((cause) => {
    throw unreachable(
      `The database cannot be opened: ${cause instanceof Error ? cause.message : cause}`,
      cause,
    )
  })
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
async function migrateLocked(url: string): Promise<void> {
  const client = connect(url, { max: 1 })
  try {
    await client`select pg_advisory_lock(${migrationLock})`
    await migrate(drizzle(client), { migrationsFolder: resourceFolder('migrations') })
  } finally {
    await client.end({ timeout: 5 })
  }
}
