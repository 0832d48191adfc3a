import type { Database } from '../db/database.ts'
import { refreshOutdatedApps } from './refresh-app.ts'

/** Brings the tables, and then what is derived from every app, to this program's version. */
export async function migrateRegistry(database: Pick<Database, 'migrate' | 'queries'>): Promise<void> {
  await database.migrate()
  await refreshOutdatedApps(database.queries)
}
