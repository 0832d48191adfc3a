import type { ChangeReceipt } from '@cli-apps/core'
import type { Queries } from '../db/database.ts'
import { insertAudit, type NewAuditRow } from '../db/queries/audit-rows.ts'

type OperatorEntry = Pick<NewAuditRow, 'action' | 'app' | 'details'>

/** A change by the operator, in one transaction with its row in the audit log; none where `change` changed nothing. */
export const operatorChange = (
  db: Queries,
  now: Date,
  entry: OperatorEntry,
  change: (tx: Queries) => Promise<boolean>,
): Promise<ChangeReceipt> =>
  recordOperatorChange(db, now, async (tx) => ((await change(tx)) ? entry : undefined))

/** The same for a change that gives its entry in the audit log, or none. */
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
