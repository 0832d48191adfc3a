import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** Drizzle on either driver, or a transaction of one. All queries are written against this type. */
export type Queries = PgDatabase<PgQueryResultHKT, Record<string, unknown>>

/** An open database, migrated or not, which the caller that opened it must close. */
export interface Database {
  kind: 'postgres' | 'embedded'
  queries: Queries
  /** Migrates the tables to this program's version; safe to call from several processes concurrently. */
  migrate(): Promise<void>
  /**
   * Calls `changed` with the name of each published app, also when another server published it, and with
   * `undefined` when notifications may have been missed.
   */
  listen(changed: (app: string | undefined) => void): Promise<ChangeFeed>
  /** A replica for reads, if one is configured. */
  replica?: ReadReplica | undefined
  /**
   * Returns how many connections to the primary database were lost so far; absent for the embedded database.
   */
  lostConnections?: (() => number) | undefined
  /** Throws when the database does not respond. */
  ping(): Promise<void>
  close(): Promise<void>
}

export interface ChangeFeed {
  /** False while changes may be missed, when rendered documents may be out of date. */
  isCurrent(): boolean
}

/** A read replica, used only while it is known to have every change that this process was notified of. */
export interface ReadReplica {
  queries: Queries
  isCaughtUp(): boolean
  /**
   * Records a change: the replica is behind until it has replayed everything that the primary has written by
   * now.
   */
  fallBehind(): void
  close(): Promise<void>
}

/** Channel of the notifications that `listen` receives; a publish sends one inside its transaction. */
export const changeChannel = 'cli_apps_changes'
