import { UnavailableError, UnsupportedError } from '@cli-apps/core'
import { resourceFolder } from '@cli-apps/core/node'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { changeChannel, type Database } from './database.ts'

/** Any number does, as long as no other program on the same database takes it. */
const migrationLock = 4_870_101

/** Connects to a Postgres database. Throws when it cannot be reached or does not hold UTF-8. */
export async function openPostgres(url: string): Promise<Database> {
  const client = connect(url, 10)
  try {
    await requireUtf8(client)
  } catch (error) {
    await client.end({ timeout: 1 })
    throw error
  }
  return {
    kind: 'postgres',
    queries: drizzle(client),
    migrate: () => migrateLocked(url),
    listen: async (changed) => {
      // Called again after each reconnection: what happened in between was not heard.
      await client.listen(changeChannel, changed, () => changed(undefined))
    },
    ping: async () => {
      await client`select 1`
    },
    close: () => client.end({ timeout: 5 }),
  }
}

function connect(url: string, max: number): postgres.Sql {
  try {
    return postgres(url, { max, connect_timeout: 10, onnotice: () => {} })
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
  const client = connect(url, 1)
  try {
    await client`select pg_advisory_lock(${migrationLock})`
    await migrate(drizzle(client), { migrationsFolder: resourceFolder('migrations') })
  } finally {
    await client.end({ timeout: 5 })
  }
}
