import { type AuditPage, type HistoryPage, isAppName } from '@cli-apps/core'
import * as z from 'zod'
import { type Actor, requireAdmin, requireOwner } from '../../auth/authorize.ts'
import type { Queries } from '../../db/database.ts'
import { hasApp } from '../../db/queries/apps/app-rows.ts'
import { type AuditQuestion, type AuditRow, listAudit } from '../../db/queries/audit-rows.ts'
import { noSuchApp } from '../missing-app.ts'
import { cursorText, parseCursor } from '../page-cursor.ts'

/** Ids only grow, so pages stay stable while rows are added. */
const HistoryPosition = z.strictObject({ before: z.int().min(1) })

interface PageQuestion {
  limit: number
  cursor?: string | undefined
}

/** Subjects of public changes: neither publishing identities nor the operator's approvals. */
const publicSubjects = ['version', 'tag', 'app', 'owner']

/** Returns every change of an app, newest first. Throws `NotFoundError` `app.unknown`. */
export async function getHistory(db: Queries, name: string, question: PageQuestion): Promise<HistoryPage> {
  await requireApp(db, name)
  const { items, next_cursor } = await getPage(db, { app: name, subjects: publicSubjects }, question)
  return { items: items.map(({ app: _, token: __, ...entry }) => entry), next_cursor }
}

/** Returns every write that concerns an app, with the token that was used. Only its owners may read them. */
export async function getAppAudit(
  db: Queries,
  { name, actor }: { name: string; actor: Actor },
  question: PageQuestion,
): Promise<AuditPage> {
  await requireApp(db, name)
  await requireOwner(db, actor, name)
  return getPage(db, { app: name }, question)
}

/** Returns every write to the registry. Only operators may read them. */
export function getAudit(
  db: Queries,
  actor: Actor,
  { limit, cursor, ...filter }: PageQuestion & Pick<AuditQuestion, 'app' | 'actor' | 'action'>,
): Promise<AuditPage> {
  requireAdmin(actor, 'The audit log of the whole registry')
  return getPage(db, filter, { limit, cursor })
}

async function requireApp(db: Queries, name: string): Promise<void> {
  if (!isAppName(name) || !(await hasApp(db, name))) throw noSuchApp(name)
}

async function getPage(
  db: Queries,
  filter: Omit<AuditQuestion, 'limit' | 'before'>,
  { limit, cursor }: PageQuestion,
): Promise<AuditPage> {
  const before = cursor === undefined ? undefined : parseCursor(cursor, HistoryPosition).before
  // One extra row shows whether there is a next page.
  const rows = await listAudit(db, { ...filter, before, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(auditEntry),
    next_cursor: last !== undefined && rows.length > limit ? cursorText({ before: last.id }) : null,
  }
}

const auditEntry = ({ id, at, actor, action, version, details, app, token }: AuditRow) => ({
  id,
  at: at.toISOString(),
  actor,
  action,
  version,
  details: details ?? {},
  app,
  token,
})
