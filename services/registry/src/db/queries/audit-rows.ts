import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Queries } from '../database.ts'
import { auditLog } from '../schema.ts'
import { notifyChange } from './apps/app-rows.ts'

export type NewAuditRow = Omit<typeof auditLog.$inferInsert, 'id'>
export type AuditRow = typeof auditLog.$inferSelect

/**
 * Adds audit entries, in the transaction of the write. The index counts changes of apps, so each change
 * notifies all servers.
 */
export async function insertAudit(tx: Queries, ...entries: NewAuditRow[]): Promise<void> {
  if (entries.length === 0) return
  await tx.insert(auditLog).values(entries)
  const changed = new Set(entries.flatMap(({ app }) => app || []))
  if (changed.size > 0) await notifyChange(tx, ...changed)
}

export interface AuditQuestion {
  app?: string | undefined
  actor?: string | undefined
  action?: string | undefined
  /** Prefixes of actions, up to the dot, such as `version`. */
  subjects?: readonly string[] | undefined
  /** Only rows older than this one. */
  before?: number | undefined
  limit: number
}

/** Returns matching rows, newest first. */
export const listAudit = (
  db: Queries,
  { app, actor, action, subjects, before, limit }: AuditQuestion,
): Promise<AuditRow[]> =>
  db
    .select()
    .from(auditLog)
    .where(
      and(
        app === undefined ? undefined : eq(auditLog.app, app),
        actor === undefined ? undefined : eq(auditLog.actor, actor),
        action === undefined ? undefined : eq(auditLog.action, action),
        subjects && inArray(sql<string>`split_part(${auditLog.action}, '.', 1)`, [...subjects]),
        before === undefined ? undefined : lt(auditLog.id, before),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(limit)

/**
 * Returns what identifies the request that exchanged an identity for this token; `undefined` if nothing does.
 */
export async function findExchange(db: Queries, { app, id }: { app: string; id: string }): Promise<unknown> {
  const isExchange = and(eq(auditLog.app, app), eq(auditLog.action, 'token.exchange'))
  const [row] = await db
    .select({ details: auditLog.details })
    .from(auditLog)
    .where(and(isExchange, sql`${auditLog.details} ->> 'id' = ${id}`))
    .limit(1)
  return row?.details?.request
}
