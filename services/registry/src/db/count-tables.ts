import { bigint, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { apps, moment } from './schema.ts'

/* Counts of requests, which are written seldom and in bulk. */

/** Installs that users chose to report, by app and day. Nothing of who reported them is kept. */
export const installCounts = pgTable(
  'install_counts',
  {
    app: text('app')
      .notNull()
      .references(() => apps.name),
    /** Of UTC. */
    day: date('day', { mode: 'string' }).notNull(),
    installs: bigint('installs', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.app, table.day] })],
)

/** Requests in a time window by token or address, shared by all servers. Unlogged: a crash clears it. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').notNull(),
    windowStart: moment('window_start').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.windowStart] }),
    index('rate_limits_window').on(table.windowStart),
  ],
)
