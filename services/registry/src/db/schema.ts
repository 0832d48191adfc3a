import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

/*
 * Text that is compared or ordered has COLLATE "C" in the migrations, which Drizzle has no word for: the order is then that
 * of the bytes on every server, whatever its locale.
 */

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

export const users = pgTable('users', {
  name: text('name').primaryKey(),
  createdAt: moment('created_at').notNull(),
})

export const apps = pgTable('apps', {
  name: text('name').primaryKey(),
  /** The version that lists show; null only inside the transaction that makes the app. */
  latest: text('latest'),
  createdAt: moment('created_at').notNull(),
})

/** Who may publish an app. */
export const appOwners = pgTable(
  'app_owners',
  {
    app: text('app')
      .notNull()
      .references(() => apps.name),
    user: text('user')
      .notNull()
      .references(() => users.name),
    addedAt: moment('added_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.app, table.user] }), index('app_owners_user').on(table.user)],
)

/** Every name and alias, folded, with the app it belongs to: one key, so that two apps can never share one. */
export const appNames = pgTable(
  'app_names',
  {
    key: text('key').primaryKey(),
    app: text('app')
      .notNull()
      .references(() => apps.name),
  },
  (table) => [index('app_names_app').on(table.app)],
)

/** One immutable manifest, and what lists and filters need of it. */
export const versions = pgTable(
  'versions',
  {
    app: text('app')
      .notNull()
      .references(() => apps.name),
    version: text('version').notNull(),
    /** Orders as `semver.compareBuild` does. */
    sortKey: text('sort_key').notNull(),
    /** The JSON text exactly as it was received: `jsonb` would change it. */
    manifest: text('manifest').notNull(),
    digest: text('digest').notNull(),
    publishedAt: moment('published_at').notNull(),
    publishedBy: text('published_by')
      .notNull()
      .references(() => users.name),
    yankedReason: text('yanked_reason'),
    deprecatedMessage: text('deprecated_message'),
    displayName: text('display_name').notNull(),
    summary: text('summary').notNull(),
    description: text('description').notNull(),
    category: text('category').notNull(),
    tags: text('tags').array().notNull(),
    aliases: text('aliases').array().notNull(),
    /** What the filters of lists ask for, such as `category:dev` and `npm@linux-x64`. */
    facets: text('facets').array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.app, table.version] }),
    index('versions_order').on(table.app, table.sortKey),
    index('versions_facets').using('gin', table.facets),
  ],
)

/** Bearer tokens. Only the sha256 of a token is kept. */
export const tokens = pgTable(
  'tokens',
  {
    id: text('id').primaryKey(),
    hash: text('hash').notNull(),
    user: text('user')
      .notNull()
      .references(() => users.name),
    scopes: text('scopes').array().notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at'),
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    uniqueIndex('tokens_hash').on(table.hash),
    check('tokens_scopes', sql`cardinality(${table.scopes}) > 0`),
  ],
)

/** Every write, in order. A trigger refuses to change or remove a row. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull(),
    actor: text('actor').notNull(),
    /** The token that was used; null for the operator's own commands. */
    token: text('token'),
    action: text('action').notNull(),
    app: text('app'),
    version: text('version'),
    details: jsonb('details').$type<Record<string, unknown>>(),
  },
  (table) => [index('audit_log_app').on(table.app, table.id)],
)
