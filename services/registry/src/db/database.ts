import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** Drizzle on either driver, or a transaction of one: what queries are written against. */
export type Queries = PgDatabase<PgQueryResultHKT, Record<string, unknown>>

/** An open database, migrated or not, that belongs to whoever opened it. */
export interface Database {
  kind: 'postgres' | 'embedded'
  queries: Queries
  /** Brings the tables to this program's version; safe to call from several processes at once. */
  migrate(): Promise<void>
  /**
   * Calls `changed` with the name of each app that is published, here or through another server, and with `undefined`
   * when notifications may have been missed.
   */
  listen(changed: (app: string | undefined) => void): Promise<ChangeFeed>
  /** A replica to read from, where there is one. */
  replica?: ReadReplica | undefined
  /** Connections with the database of record that were lost so far; absent where there are none to lose. */
  lostConnections?: (() => number) | undefined
  /** Throws when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

export interface ChangeFeed {
  /** False while changes may go unheard: what was rendered before may be out of date then. */
  isCurrent(): boolean
}

/** A replica of the database, read from only while it is known to have everything that this process has heard of. */
export interface ReadReplica {
  queries: Queries
  isCaughtUp(): boolean
  /** Something changed: the replica is behind until it has replayed what the primary has written by now. */
  fallBehind(): void
  close(): Promise<void>
}

/** Channel of the notifications that `listen` hears; a publish sends one inside its transaction. */
export const changeChannel = 'cli_apps_changes'
