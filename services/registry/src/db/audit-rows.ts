import type { Queries } from './database.ts'
import { auditLog } from './schema.ts'

export type AuditEntry = Omit<typeof auditLog.$inferInsert, 'id'>

/** Belongs in the transaction of the write it tells of. */
export async function insertAudit(tx: Queries, entry: AuditEntry): Promise<void> {
  await tx.insert(auditLog).values(entry)
}
