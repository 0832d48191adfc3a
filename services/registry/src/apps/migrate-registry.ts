import type { Database } from '../db/database.ts'
import { refreshOutdatedApps } from './refresh-app.ts'

/** Migrates the tables, then regenerates what is derived from each app, to this program's version. */
export async function migrateRegistry(database: Pick<Database, 'migrate' | 'queries'>): Promise<void> {
  await database.migrate()
  await refreshOutdatedApps(database.queries)
}
