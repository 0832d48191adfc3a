import { asc, eq, sql } from 'drizzle-orm'
import type { Queries } from '../database.ts'
import { signingKeys } from '../schema.ts'

export type KeyRow = typeof signingKeys.$inferSelect

/** Returns all current and former signing keys of the registry, oldest first. */
export const listKeys = (db: Queries): Promise<KeyRow[]> =>
  db.select().from(signingKeys).orderBy(asc(signingKeys.validFrom), asc(signingKeys.id))

/** Keeps other servers from adding or retiring a key until the transaction ends. */
export async function lockKeys(tx: Queries): Promise<void> {
  await tx.execute(sql`lock table ${signingKeys} in share row exclusive mode`)
}

export async function insertKey(tx: Queries, row: KeyRow): Promise<void> {
  await tx.insert(signingKeys).values(row)
}

export async function endKey(tx: Queries, id: string, validUntil: Date): Promise<void> {
  await tx.update(signingKeys).set({ validUntil }).where(eq(signingKeys.id, id))
}
