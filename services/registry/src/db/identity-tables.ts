import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment, users } from './schema.ts'

/* Identities of people at the identity provider, with which they sign in on the pages. */

/** Identities that sign in as a user. */
export const userIdentities = pgTable(
  'user_identities',
  {
    issuer: text('issuer').notNull(),
    /** What never changes at the issuer, unlike names and addresses. */
    subject: text('subject').notNull(),
    user: text('user')
      .notNull()
      .references(() => users.name),
    /** How the issuer named the person then, for people to recognize it. */
    label: text('label').notNull(),
    linkedAt: moment('linked_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    index('user_identities_user').on(table.user),
  ],
)

/** Proven identities whose person has not chosen an account yet. Only the sha256 of what the cookie holds is stored. */
export const pendingIdentities = pgTable(
  'pending_identities',
  {
    hash: text('hash').primaryKey(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    label: text('label').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('pending_identities_expiry').on(table.expiresAt)],
)
