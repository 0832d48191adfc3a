import { and, asc, eq, gt, lte } from 'drizzle-orm'
import type { Queries } from '../../database.ts'
import { pendingIdentities, userIdentities } from '../../identity-tables.ts'
import { users } from '../../schema.ts'

export type IdentityRow = typeof userIdentities.$inferSelect
type PendingRow = typeof pendingIdentities.$inferSelect
type IdentityKey = Pick<IdentityRow, 'issuer' | 'subject'>

const isKey = ({ issuer, subject }: IdentityKey) =>
  and(eq(userIdentities.issuer, issuer), eq(userIdentities.subject, subject))

/** Returns false when the identity is linked already, to any user. */
export async function insertIdentity(tx: Queries, row: IdentityRow): Promise<boolean> {
  return (await tx.insert(userIdentities).values(row).onConflictDoNothing().returning()).length > 0
}

/** Returns the user of an identity, and since when that user is disabled. */
export async function findIdentityUser(
  db: Queries,
  key: IdentityKey,
): Promise<{ user: string; disabledAt: Date | null } | undefined> {
  const [row] = await db
    .select({ user: userIdentities.user, disabledAt: users.disabledAt })
    .from(userIdentities)
    .innerJoin(users, eq(users.name, userIdentities.user))
    .where(isKey(key))
  return row
}

/** The identities of a user, or of all; by user, oldest first. */
export const identityRows = (db: Queries, user?: string): Promise<IdentityRow[]> =>
  db
    .select()
    .from(userIdentities)
    .where(user === undefined ? undefined : eq(userIdentities.user, user))
    .orderBy(asc(userIdentities.user), asc(userIdentities.linkedAt), asc(userIdentities.subject))

/** Returns whether the user had the identity. */
export async function deleteIdentity(tx: Queries, user: string, key: IdentityKey): Promise<boolean> {
  const rows = await tx
    .delete(userIdentities)
    .where(and(isKey(key), eq(userIdentities.user, user)))
    .returning()
  return rows.length > 0
}

export async function insertPendingIdentity(tx: Queries, row: PendingRow): Promise<void> {
  await tx.insert(pendingIdentities).values(row)
}

/** Returns an identity that waits, by the hash of its secret. */
export async function findPendingIdentity(
  db: Queries,
  now: Date,
  hash: string,
): Promise<PendingRow | undefined> {
  const [row] = await db
    .select()
    .from(pendingIdentities)
    .where(and(eq(pendingIdentities.hash, hash), gt(pendingIdentities.expiresAt, now)))
  return row
}

/** Returns whether it was still there, which is true for one caller alone. */
export async function deletePendingIdentity(tx: Queries, hash: string): Promise<boolean> {
  return (await tx.delete(pendingIdentities).where(eq(pendingIdentities.hash, hash)).returning()).length > 0
}

export async function deleteEndedPendingIdentities(tx: Queries, now: Date): Promise<void> {
  await tx.delete(pendingIdentities).where(lte(pendingIdentities.expiresAt, now))
}
