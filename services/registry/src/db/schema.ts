import type { IndexEntry, Issue, Signature } from '@cli-apps/core'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  foreignKey,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

/*
 * A timestamp in milliseconds. Texts that are compared or sorted have COLLATE "C" in the migrations, which
 * Drizzle cannot express: their order is that of the bytes on every server, whatever its locale.
 */

export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

export const users = pgTable('users', {
  name: text('name').primaryKey(),
  createdAt: moment('created_at').notNull(),
  /** Since when the user's tokens are refused. */
  disabledAt: moment('disabled_at'),
})

/** Owns apps through its members, and new names that start with one of its prefixes. */
export const organizations = pgTable('organisations', {
  name: text('name').primaryKey(),
  createdAt: moment('created_at').notNull(),
})

export const organizationMembers = pgTable(
  'organisation_members',
  {
    organization: text('organisation')
      .notNull()
      .references(() => organizations.name),
    user: text('user')
      .notNull()
      .references(() => users.name),
    addedAt: moment('added_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organization, table.user] }),
    index('organisation_members_user').on(table.user),
  ],
)

/** `acme` reserves the names `acme` and `acme-*` for its organization. */
export const namePrefixes = pgTable('name_prefixes', {
  prefix: text('prefix').primaryKey(),
  organization: text('organisation')
    .notNull()
    .references(() => organizations.name),
})

export const apps = pgTable(
  'apps',
  {
    name: text('name').primaryKey(),
    /** The listed version; null only inside the transaction that creates the app. */
    latest: text('latest'),
    createdAt: moment('created_at').notNull(),
    /** Set when the whole app was removed. */
    removedAt: moment('removed_at'),
    removedMessage: text('removed_message'),
    removedReplacement: text('removed_replacement'),
    /** True when the operator also withholds the version documents. */
    isWithheld: boolean('is_withheld').notNull().default(false),
    /** Counted downloads of all versions. Breaks ties in search. */
    downloads: bigint('downloads', { mode: 'number' }).notNull().default(0),
    /** Text of `/v1/apps/{name}.json`, regenerated with every change, so that a read needs one row. */
    document: text('document'),
    /** Texts of the listed version in other languages, as its index entry has them; null when it has none. */
    i18n: json('i18n').$type<IndexEntry['i18n']>(),
    /** First four hexadecimal digits of the sha256 of the name: its position in a sharded index. */
    shard: text('shard').notNull(),
    /**
     * `derivedFormat` of the program that wrote the derived columns; columns with another format are
     * regenerated at startup.
     */
    derivedFormat: integer('derived_format').notNull().default(0),
  },
  (table) => [
    index('apps_shard').on(table.shard, table.name),
    index('apps_derived_format').on(table.derivedFormat),
  ],
)

/** Organizations whose members may publish an app. */
export const appOrganizations = pgTable(
  'app_organisations',
  {
    app: text('app')
      .notNull()
      .references(() => apps.name),
    organization: text('organisation')
      .notNull()
      .references(() => organizations.name),
    addedAt: moment('added_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.app, table.organization] }),
    index('app_organisations_organisation').on(table.organization),
  ],
)

/** Users who may publish an app. */
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

/** Every folded name and alias with its app; the primary key keeps two apps from sharing one. */
export const appNames = pgTable(
  'app_names',
  {
    key: text('key').primaryKey(),
    app: text('app')
      .notNull()
      .references(() => apps.name),
    /** Numbers that it shares with every similar name. */
    marks: integer('marks').array().notNull().default([]),
  },
  (table) => [index('app_names_app').on(table.app), index('app_names_marks').using('gin', table.marks)],
)

/** One immutable manifest, and the columns that lists and filters need of it. */
export const versions = pgTable(
  'versions',
  {
    app: text('app')
      .notNull()
      .references(() => apps.name),
    version: text('version').notNull(),
    /** Sorts as `semver.compareBuild` does. */
    sortKey: text('sort_key').notNull(),
    /** The JSON text exactly as received: `jsonb` would change it. */
    manifest: text('manifest').notNull(),
    /** The trees that the manifest names, as JSON by program; null when it names none. */
    commandTrees: text('command_trees'),
    /** The lists of Debian packages that it names, as JSON by architecture; null when it names none. */
    closures: text('closures'),
    /** What became of its recipes when they were run, as JSON; null where nobody knows. Unlike the rest, it may be replaced. */
    recipeResults: text('recipe_results'),
    digest: text('digest').notNull(),
    publishedAt: moment('published_at').notNull(),
    publishedBy: text('published_by')
      .notNull()
      .references(() => users.name),
    /** Made at publication, or when the registry got its first key. */
    signatures: jsonb('signatures').$type<Signature[]>().notNull().default([]),
    yankedReason: text('yanked_reason'),
    deprecatedMessage: text('deprecated_message'),
    displayName: text('display_name').notNull(),
    summary: text('summary').notNull(),
    description: text('description').notNull(),
    category: text('category').notNull(),
    tags: text('tags').array().notNull(),
    aliases: text('aliases').array().notNull(),
    /** Values that list filters match, such as `category:dev` and `npm@linux-x64`. */
    facets: text('facets').array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.app, table.version] }),
    index('versions_order').on(table.app, table.sortKey),
    index('versions_facets').using('gin', table.facets),
    index('versions_newest').on(table.publishedAt.desc().nullsFirst(), table.app),
  ],
)

/**
 * Versions that a publishing rule holds for the operator. They are never served, and their app need not
 * exist.
 */
export const heldVersions = pgTable(
  'held_versions',
  {
    app: text('app').notNull(),
    version: text('version').notNull(),
    /** The JSON text exactly as received. */
    manifest: text('manifest').notNull(),
    commandTrees: text('command_trees'),
    closures: text('closures'),
    digest: text('digest').notNull(),
    /** The findings of the rules. */
    reasons: jsonb('reasons').$type<Issue[]>().notNull(),
    heldAt: moment('held_at').notNull(),
    heldBy: text('held_by')
      .notNull()
      .references(() => users.name),
    /** Set when the operator rejected the version; `rejection` holds the reason. */
    rejectedAt: moment('rejected_at'),
    rejection: text('rejection'),
  },
  (table) => [
    primaryKey({ columns: [table.app, table.version] }),
    index('held_versions_user').on(table.heldBy),
  ],
)

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/**
 * The search data of an app: derived from its latest version, in terms that core creates, so that results do
 * not depend on the server's text search configuration or locale. A removed app has no row.
 */
export const appSearch = pgTable(
  'app_search',
  {
    app: text('app')
      .primaryKey()
      .references(() => apps.name),
    /**
     * In the order in which apps were added: later pages of a search exclude apps added after the first page.
     */
    serial: bigint('serial', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    displayName: text('display_name').notNull(),
    aliases: text('aliases').array().notNull(),
    facets: text('facets').array().notNull(),
    /** Binary logarithm of the downloads at the time the row was written. */
    popularity: smallint('popularity').notNull(),
    /** Decides which of many apps with a common word are considered first: `standingOf` the app. */
    standing: smallint('standing').notNull().default(0),
    /** Terms of each of core's `searchFieldNames`, in that order, separated by spaces. */
    fields: text('fields').array().notNull(),
    /**
     * The same terms; those of names and tags again with a `^` prefix, and `@1` to `@n` for a standing of n.
     */
    terms: tsvector('terms').notNull(),
  },
  (table) => [
    uniqueIndex('app_search_serial').on(table.serial),
    index('app_search_terms').using('gin', table.terms, table.facets).with({ fastupdate: false }),
  ],
)

/**
 * The number of apps for every term; the empty term counts all apps. Publishes do not wait for each other
 * here, so the numbers may lag slightly, which is enough to estimate how rare a term is.
 */
export const searchWords = pgTable(
  'search_words',
  {
    word: text('word').primaryKey(),
    apps: integer('apps').notNull(),
    /** Core's `slipsOf` the word. */
    slips: text('slips').array().notNull(),
  },
  (table) => [index('search_words_slips').using('gin', table.slips).with({ fastupdate: false })],
)

/** Tags that an owner set; contains `latest` only when it was set manually. */
export const distTags = pgTable(
  'dist_tags',
  {
    app: text('app').notNull(),
    tag: text('tag').notNull(),
    version: text('version').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.app, table.tag] }),
    foreignKey({ columns: [table.app, table.version], foreignColumns: [versions.app, versions.version] }),
  ],
)

/** OIDC identities that may be exchanged for a token that publishes the app; the app need not exist yet. */
export const trustedPublishers = pgTable(
  'trusted_publishers',
  {
    id: text('id').primaryKey(),
    app: text('app').notNull(),
    /** User that the token acts for. */
    user: text('user')
      .notNull()
      .references(() => users.name),
    issuer: text('issuer').notNull(),
    audience: text('audience').notNull(),
    subject: text('subject').notNull(),
    createdAt: moment('created_at').notNull(),
    createdBy: text('created_by').notNull(),
  },
  (table) => [
    index('trusted_publishers_app').on(table.app),
    uniqueIndex('trusted_publishers_once').on(table.app, table.issuer, table.audience, table.subject),
  ],
)

/** Publishing rules that the operator lifted for an app. */
export const approvals = pgTable(
  'approvals',
  {
    app: text('app').notNull(),
    /** Id of the rule, such as `publish.similar-name`. */
    rule: text('rule').notNull(),
    approvedAt: moment('approved_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.app, table.rule] })],
)

/** Public keys that the registry signs or signed with. Private keys are never stored here. */
export const signingKeys = pgTable('signing_keys', {
  id: text('id').primaryKey(),
  publicKey: text('public_key').notNull(),
  validFrom: moment('valid_from').notNull(),
  validUntil: moment('valid_until'),
  /** Signatures by earlier keys. */
  signatures: jsonb('signatures').$type<Signature[]>().notNull(),
})

/** Bearer tokens. Only the sha256 of a token is stored. */
export const tokens = pgTable(
  'tokens',
  {
    id: text('id').primaryKey(),
    hash: text('hash').notNull(),
    user: text('user')
      .notNull()
      .references(() => users.name),
    scopes: text('scopes').array().notNull(),
    /** Name that its creator chose. */
    label: text('label'),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at'),
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    uniqueIndex('tokens_hash').on(table.hash),
    index('tokens_user').on(table.user),
    check('tokens_scopes', sql`cardinality(${table.scopes}) > 0`),
  ],
)

/** People who are signed in on the pages. Only the sha256 of what their cookie holds is stored. */
export const webSessions = pgTable(
  'web_sessions',
  {
    hash: text('hash').primaryKey(),
    /** The token that the person signed in with: the session may do what it may, and ends with it. */
    token: text('token')
      .notNull()
      .references(() => tokens.id),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('web_sessions_expiry').on(table.expiresAt)],
)

/** Every write, in order. A trigger refuses to change or delete rows. */
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
