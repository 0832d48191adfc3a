import type { ChangeReceipt } from '@cli-apps/core'
import type { Queries } from '../db/database.ts'
import { insertAudit, type NewAuditRow } from '../db/queries/audit-rows.ts'

type OperatorEntry = Pick<NewAuditRow, 'action' | 'app' | 'details'>

/**
 * Runs a change by the operator and writes its audit entry in one transaction; no entry if `change` changed nothing.
 */
export const operatorChange = (
  db: Queries,
  now: Date,
  entry: OperatorEntry,
  change: (tx: Queries) => Promise<boolean>,
): Promise<ChangeReceipt> =>
  recordOperatorChange(db, now, async (tx) => ((await change(tx)) ? entry : undefined))

/** Like `operatorChange`, for a change that returns its audit entry, or none. */
export function recordOperatorChange(
  db: Queries,
  now: Date,
  change: (tx: Queries) => Promise<OperatorEntry | undefined>,
): Promise<ChangeReceipt> {
  return db.transaction(async (tx) => {
    const entry = await change(tx)
    if (entry === undefined) return { changed: false }
    await insertAudit(tx, { at: now, actor: 'operator', ...entry })
    return { changed: true }
  })
}
