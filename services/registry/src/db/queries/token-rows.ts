import { and, desc, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import type { Queries } from '../database.ts'
import { tokens, users } from '../schema.ts'

export type TokenRow = typeof tokens.$inferSelect

/** A token, and since when its user is disabled. */
export type FoundToken = TokenRow & { userDisabledAt: Date | null }

/** Returns false when a token with that id or secret exists. */
export async function insertToken(
  db: Queries,
  row: Omit<TokenRow, 'lastUsedAt' | 'revokedAt'>,
): Promise<boolean> {
  return (await db.insert(tokens).values(row).onConflictDoNothing().returning({ id: tokens.id })).length > 0
}

/** Returns a token by the hash of its secret. */
export async function findToken(db: Queries, hash: string): Promise<FoundToken | undefined> {
  const [row] = await db
    .select({ token: tokens, userDisabledAt: users.disabledAt })
    .from(tokens)
    .innerJoin(users, eq(users.name, tokens.user))
    .where(eq(tokens.hash, hash))
  return row && { ...row.token, userDisabledAt: row.userDisabledAt }
}

/** Returns a token by its id; locked until the transaction ends if it is to be changed. */
export async function findTokenById(
  db: Queries,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<TokenRow | undefined> {
  const query = db.select().from(tokens).where(eq(tokens.id, id))
  return (await (lock ? query.for('update') : query))[0]
}

/** Returns tokens of one user or all, newest first, without those that ended before `since`. */
export const tokenRows = (
  db: Queries,
  { user, since, limit }: { user?: string | undefined; since: Date; limit: number },
): Promise<TokenRow[]> =>
  db
    .select()
    .from(tokens)
    .where(
      and(
        user === undefined ? undefined : eq(tokens.user, user),
        or(isNull(tokens.expiresAt), gt(tokens.expiresAt, since)),
        or(isNull(tokens.revokedAt), gt(tokens.revokedAt, since)),
      ),
    )
    .orderBy(desc(tokens.createdAt), desc(tokens.id))
    .limit(limit)

export async function setRevoked(tx: Queries, id: string, now: Date): Promise<void> {
  await tx.update(tokens).set({ revokedAt: now }).where(eq(tokens.id, id))
}

/** Revokes the tokens of a user whose ids begin with a prefix, but for `kept`. */
export async function revokeUsersTokens(
  tx: Queries,
  now: Date,
  { user, idPrefix, kept }: { user: string; idPrefix: string; kept: string | null },
): Promise<void> {
  await tx
    .update(tokens)
    .set({ revokedAt: now })
    .where(
      and(
        eq(tokens.user, user),
        sql`starts_with(${tokens.id}, ${idPrefix})`,
        isNull(tokens.revokedAt),
        kept === null ? undefined : ne(tokens.id, kept),
      ),
    )
}

export async function touchToken(db: Queries, id: string, now: Date): Promise<void> {
  await db.update(tokens).set({ lastUsedAt: now }).where(eq(tokens.id, id))
}

export async function replaceHash(tx: Queries, id: string, hash: string): Promise<void> {
  await tx.update(tokens).set({ hash }).where(eq(tokens.id, id))
}
