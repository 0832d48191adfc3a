import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import { withDeadline } from '../../with-deadline.ts'
import type { Queries, ReadReplica } from '../database.ts'
import { createPostgresClient } from './postgres-client.ts'
import type { PostgresPool } from './postgres-pool.ts'

const pollMs = 25
/** How often an unavailable or idle replica is checked. */
const awayMs = 2000

/** Follows a replica. `connect` opens it, and receives a callback for when one of its connections ends. */
export function followReplica(connect: (onClose: () => void) => PostgresPool, primary: Queries): ReadReplica {
  let change = 0
  let caughtUpWith = -1
  let isFollowing = false
  let isClosed = false
  const fallBehind = (): void => {
    change++
    if (!isFollowing) void follow()
  }
  const replica = connect(fallBehind)
  const queries = drizzle(createPostgresClient(replica.use))
  const follow = async (): Promise<void> => {
    isFollowing = true
    while (caughtUpWith !== change && !isClosed) {
      const target = change
      try {
        await reach(await writtenPosition(primary))
        caughtUpWith = target
      } catch {
        await pause(awayMs)
      }
    }
    isFollowing = false
  }
  const reach = async (position: string): Promise<void> => {
    while (!isClosed && !(await withDeadline(hasReplayed(queries, position), awayMs))) await pause(pollMs)
  }
  const watch = setInterval(() => {
    if (!isFollowing) withDeadline(queries.execute(sql`select 1`), awayMs).catch(fallBehind)
  }, awayMs)
  watch.unref()
  fallBehind()
  return {
    queries,
    isCaughtUp: () => caughtUpWith === change,
    fallBehind,
    close: async () => {
      isClosed = true
      clearInterval(watch)
      await replica.close()
    },
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())

async function writtenPosition(primary: Queries): Promise<string> {
  const [row] = await rowsOf(primary, sql`select pg_current_wal_lsn()::text as position`)
  return String(row?.position)
}

/**
 * Returns whether the replica has replayed the log up to a position. A server that is not in recovery has all
 * data.
 */
async function hasReplayed(replica: Queries, position: string): Promise<boolean> {
  const [row] = await rowsOf(
    replica,
    sql`select not pg_is_in_recovery() or pg_last_wal_replay_lsn() >= ${position}::text::pg_lsn as reached`,
  )
  return row?.reached === true
}

const rowsOf = async (db: Queries, query: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> => [
  ...((await db.execute(query)) as unknown as Iterable<Record<string, unknown>>),
]
