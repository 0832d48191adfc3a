import type { ChangeReceipt } from '@cli-apps/core'
import type { Queries } from '../db/database.ts'
import { type AuditEntry, insertAudit } from '../db/queries/audit-rows.ts'

/** A change by the operator, in one transaction with its row in the audit log; none where `change` changed nothing. */
export function operatorChange(
  db: Queries,
  now: Date,
  entry: Pick<AuditEntry, 'action' | 'app' | 'details'>,
  change: (tx: Queries) => Promise<boolean>,
): Promise<ChangeReceipt> {
  return db.transaction(async (tx) => {
    const changed = await change(tx)
    if (changed) await insertAudit(tx, { at: now, actor: 'operator', ...entry })
    return { changed }
  })
}
