import { type AppName, type ChangeReceipt, isAppName } from '@cli-apps/core'
import { type Actor, requireOwner, requireScope } from '../../auth/authorize.ts'
import type { AppAction } from '../../auth/scope.ts'
import type { Queries } from '../../db/database.ts'
import { type AppRow, lockApp } from '../../db/queries/apps/app-rows.ts'
import { insertAudit, type NewAuditRow } from '../../db/queries/audit-rows.ts'
import { noSuchApp } from '../missing-app.ts'
import { refreshApp } from '../refresh-app.ts'

/** A change of an app: its name, the actor and the time. */
export interface AppChange {
  name: string
  actor: Actor
  now: Date
}

/** The part of an audit entry that describes the change. */
type ChangeEntry = Pick<NewAuditRow, 'action' | 'version' | 'details'>

/**
 * Changes an existing app in one transaction: locks it, authorizes the actor, applies `change`, writes the
 * audit log and regenerates the documents. `change` returns its audit entry, or `undefined` when nothing
 * changed.
 */
export async function changeApp(
  db: Queries,
  { name, actor, now }: AppChange,
  action: AppAction,
  change: (tx: Queries, app: AppRow & { name: AppName }) => Promise<ChangeEntry | undefined>,
): Promise<ChangeReceipt> {
  if (!isAppName(name)) throw noSuchApp(name)
  requireScope(actor, action, name)
  return db.transaction(async (tx) => {
    const app = await lockApp(tx, name)
    if (app === undefined) throw noSuchApp(name)
    await requireOwner(tx, actor, name)
    const entry = await change(tx, { ...app, name })
    if (entry === undefined) return { changed: false }
    await insertAudit(tx, { at: now, actor: actor.user, token: actor.token, app: name, ...entry })
    await refreshApp(tx, name)
    return { changed: true }
  })
}
