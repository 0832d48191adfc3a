import { and, asc, eq } from 'drizzle-orm'
import type { Queries } from '../database.ts'
import { approvals } from '../schema.ts'

type ApprovalRow = typeof approvals.$inferSelect

/**
 * Returns ids of the publishing rules that the operator lifted for an app; `*` stands for every rule that can
 * be lifted.
 */
export async function approvedRules(db: Queries, app: string): Promise<string[]> {
  const rows = await db.select({ rule: approvals.rule }).from(approvals).where(eq(approvals.app, app))
  return rows.map(({ rule }) => rule)
}

export const approvalRows = (db: Queries): Promise<ApprovalRow[]> =>
  db.select().from(approvals).orderBy(asc(approvals.app), asc(approvals.rule))

/** Returns whether anything changed, as does the deletion below. */
export async function insertApproval(tx: Queries, row: ApprovalRow): Promise<boolean> {
  return (await tx.insert(approvals).values(row).onConflictDoNothing().returning()).length > 0
}

export async function deleteApproval(tx: Queries, app: string, rule: string): Promise<boolean> {
  const rows = await tx
    .delete(approvals)
    .where(and(eq(approvals.app, app), eq(approvals.rule, rule)))
    .returning()
  return rows.length > 0
}
