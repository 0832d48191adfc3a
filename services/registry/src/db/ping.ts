import { sql } from 'drizzle-orm'
import type { Queries } from './database.ts'

/** Throws when the database does not answer. */
export async function ping(db: Queries): Promise<void> {
  await db.execute(sql`select 1`)
}
