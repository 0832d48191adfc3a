import { ConflictError, InvalidError, UnsupportedError } from '@cli-apps/core'
import { refreshOutdatedApps } from '../apps/refresh-app.ts'
import type { Queries } from '../db/database.ts'
import { isDataError, isLockError } from '../db/database-error.ts'
import { forgetDerived } from '../db/queries/apps/app-rows.ts'
import {
  type BackupTable,
  backupTables,
  continueSequences,
  countRows,
  insertRows,
  lockTables,
  storedColumns,
} from '../db/queries/backup-rows.ts'
import { forgetPlaybooksDerived } from '../db/queries/playbook-rows.ts'
import { refreshOutdatedPlaybooks } from '../playbooks/derive-playbook.ts'
import type { BackupCounts, BackupSection } from './backup-format.ts'
import { readBackup, verifyBackup } from './read-backup.ts'

/**
 * Restores a backup into an empty, migrated database, completely or not at all. The file is verified first, so that a
 * damaged one is refused before anything is written. Throws `ConflictError` `restore.not-empty`.
 */
export async function restoreBackup(db: Queries, file: string): Promise<BackupCounts> {
  await verifyBackup(file)
  // Checked before waiting for locks, which a running server may hold.
  await requireEmpty(db)
  const counts: BackupCounts = {}
  await db.transaction(async (tx) => {
    await lockTables(tx).catch((error: unknown) => {
      throw isLockError(error) ? inUse(error) : error
    })
    await requireEmpty(tx)
    const known = new Map<BackupTable, string[]>()
    for (const table of backupTables) known.set(table, await storedColumns(tx, table))
    for await (const { section, rows } of readBackup(file)) {
      const table = knownTable(section, known)
      await insertRows(tx, table, { columns: section.columns, rows }).catch((error: unknown) => {
        throw isDataError(error) ? notRows(file, table, error) : error
      })
      counts[table] = (counts[table] ?? 0) + rows.length
    }
    await continueSequences(tx)
    await forgetDerived(tx)
    await forgetPlaybooksDerived(tx)
  })
  await refreshOutdatedApps(db)
  await refreshOutdatedPlaybooks(db)
  return counts
}

async function requireEmpty(db: Queries): Promise<void> {
  for (const table of backupTables) {
    const rows = await countRows(db, table)
    if (rows > 0)
      throw new ConflictError('restore.not-empty', `The database is not empty: ${table} has ${rows} rows.`, {
        hint: 'Restore into a new database, or another --data folder.',
      })
  }
}

const inUse = (cause: unknown): ConflictError =>
  new ConflictError('restore.in-use', 'Other programs are using the database.', {
    hint: 'Stop the servers on this database, then restore again.',
    cause,
  })

function knownTable({ table, columns }: BackupSection, known: Map<BackupTable, string[]>): BackupTable {
  const name = backupTables.find((candidate) => candidate === table)
  const unknown = columns.filter((column) => name === undefined || !known.get(name)?.includes(column))
  if (name !== undefined && unknown.length === 0) return name
  throw new UnsupportedError(
    'backup.unknown-table',
    `The backup contains ${table} (${unknown.join(', ')}), which this program does not know.`,
    { hint: 'Restore it with the version of cli-apps-registry that wrote it, or a newer one.' },
  )
}

const notRows = (file: string, table: BackupTable, cause: unknown): InvalidError =>
  new InvalidError('backup.damaged', `${file} contains rows that the table ${table} does not accept.`, {
    hint: 'Nothing was restored. Take another backup.',
    cause,
  })
