import { asc, eq } from 'drizzle-orm'
import type { Queries } from '../database.ts'
import { users } from '../schema.ts'

type UserRow = typeof users.$inferSelect

/** Creates the user if it does not exist; returns whether it is new. */
export async function ensureUser(db: Queries, name: string, now: Date): Promise<boolean> {
  const made = await db.insert(users).values({ name, createdAt: now }).onConflictDoNothing().returning()
  return made.length > 0
}

/** Returns a user; locked until the transaction ends if it is to be changed. */
export async function findUser(
  db: Queries,
  name: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<UserRow | undefined> {
  const query = db.select().from(users).where(eq(users.name, name))
  return (await (lock ? query.for('update') : query))[0]
}

export const userRows = (db: Queries): Promise<UserRow[]> => db.select().from(users).orderBy(asc(users.name))

export async function setDisabled(tx: Queries, name: string, disabledAt: Date | null): Promise<void> {
  await tx.update(users).set({ disabledAt }).where(eq(users.name, name))
}
