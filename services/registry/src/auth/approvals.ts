import type { ChangeReceipt } from '@cli-apps/core'
import type { Queries } from '../db/database.ts'
import { approvalRows, deleteApproval, insertApproval } from '../db/queries/approval-rows.ts'
import { operatorChange } from './operator-change.ts'

/** The app need not exist yet. */
interface Approval {
  app: string
  /** Id of a publishing rule; `*` for every rule that can be lifted. */
  rule: string
}

export const approve = (db: Queries, now: Date, { app, rule }: Approval): Promise<ChangeReceipt> =>
  operatorChange(db, now, { action: 'approval.add', app, details: { rule } }, (tx) =>
    insertApproval(tx, { app, rule, approvedAt: now }),
  )

/** Withdraws an approval. Versions published under it stay. */
export const withdrawApproval = (db: Queries, now: Date, { app, rule }: Approval): Promise<ChangeReceipt> =>
  operatorChange(db, now, { action: 'approval.remove', app, details: { rule } }, (tx) =>
    deleteApproval(tx, app, rule),
  )

export async function listApprovals(
  db: Queries,
): Promise<{ app: string; rule: string; approved_at: string }[]> {
  return (await approvalRows(db)).map(({ app, rule, approvedAt }) => ({
    app,
    rule,
    approved_at: approvedAt.toISOString(),
  }))
}
