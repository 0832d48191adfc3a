import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { ReadReplica } from './read-replica.ts'

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

/** Channel of the notifications that `listen` hears; a publish sends one inside its transaction. */
export const changeChannel = 'cli_apps_changes'
