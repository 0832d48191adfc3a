import { eq, lte } from 'drizzle-orm'
import type { Queries } from '../../database.ts'
import { tokens, users, webSessions } from '../../schema.ts'
import type { FoundToken } from '../token-rows.ts'

type SessionRow = typeof webSessions.$inferSelect

export async function insertSession(tx: Queries, row: SessionRow): Promise<void> {
  await tx.insert(webSessions).values(row)
}

/** Returns a session by the hash of its secret, with its token. */
export async function findSession(
  db: Queries,
  hash: string,
): Promise<{ session: SessionRow; token: FoundToken } | undefined> {
  const [row] = await db
    .select({ session: webSessions, token: tokens, userDisabledAt: users.disabledAt })
    .from(webSessions)
    .innerJoin(tokens, eq(tokens.id, webSessions.token))
    .innerJoin(users, eq(users.name, tokens.user))
    .where(eq(webSessions.hash, hash))
  return row && { session: row.session, token: { ...row.token, userDisabledAt: row.userDisabledAt } }
}

/** Returns the id of its token, or `undefined` if there is no such session. */
export async function deleteSession(tx: Queries, hash: string): Promise<string | undefined> {
  const [row] = await tx
    .delete(webSessions)
    .where(eq(webSessions.hash, hash))
    .returning({ token: webSessions.token })
  return row?.token
}

export async function deleteEndedSessions(tx: Queries, now: Date): Promise<void> {
  await tx.delete(webSessions).where(lte(webSessions.expiresAt, now))
}
