import type { Database } from '../db/database.ts'
import { refreshOutdatedPlaybooks } from '../playbooks/derive-playbook.ts'
import { refreshOutdatedApps } from './refresh-app.ts'

/** Migrates the tables, then regenerates what is derived from each app and playbook, to this program's version. */
export async function migrateRegistry(database: Pick<Database, 'migrate' | 'queries'>): Promise<void> {
  await database.migrate()
  await refreshOutdatedApps(database.queries)
  await refreshOutdatedPlaybooks(database.queries)
}
