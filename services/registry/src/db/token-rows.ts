import { eq } from 'drizzle-orm'
import type { Queries } from './database.ts'
import { tokens, users } from './schema.ts'

export type TokenRow = typeof tokens.$inferSelect

export async function ensureUser(db: Queries, name: string, now: Date): Promise<void> {
  await db.insert(users).values({ name, createdAt: now }).onConflictDoNothing()
}

export async function insertToken(
  db: Queries,
  row: Omit<TokenRow, 'lastUsedAt' | 'revokedAt'>,
): Promise<void> {
  await db.insert(tokens).values(row)
}

export async function findToken(db: Queries, hash: string): Promise<TokenRow | undefined> {
  return (await db.select().from(tokens).where(eq(tokens.hash, hash)))[0]
}

export async function touchToken(db: Queries, id: string, now: Date): Promise<void> {
  await db.update(tokens).set({ lastUsedAt: now }).where(eq(tokens.id, id))
}
