import { type ChangeReceipt, InvalidError, type RemoveRequest } from '@cli-apps/core'
import { requireAdmin } from '../../auth/authorize.ts'
import type { Queries } from '../../db/database.ts'
import { findAppRow } from '../../db/queries/apps/app-rows.ts'
import { setRemoval } from '../../db/queries/lifecycle-rows.ts'
import { type AppChange, changeApp } from './change-app.ts'

/**
 * Removes an app with all its versions: no list contains it, and requests for it return the message.
 * Lockfiles still resolve its versions unless an operator withholds them. Removing the app again replaces the
 * message.
 */
export const removeApp = (db: Queries, change: AppChange & RemoveRequest): Promise<ChangeReceipt> =>
  changeApp(db, change, 'yank', async (tx, app) => {
    const { actor, now, message, replacement = null, withhold = false } = change
    if (withhold || app.isWithheld) requireAdmin(actor, 'Withholding an app')
    if (replacement !== null) await requireReplacement(tx, app.name, replacement)
    const isWithheld = withhold || app.isWithheld
    if (
      app.removedMessage === message &&
      app.removedReplacement === replacement &&
      app.isWithheld === isWithheld
    )
      return undefined
    await setRemoval(tx, app.name, {
      removedAt: app.removedAt ?? now,
      removedMessage: message,
      removedReplacement: replacement,
      isWithheld,
    })
    return { action: 'app.remove', details: { message, replacement, ...(isWithheld && { withheld: true }) } }
  })

/**
 * Restores a removed app with all its versions. Only an operator can restore an app that an operator
 * withheld.
 */
export const restoreApp = (db: Queries, change: AppChange): Promise<ChangeReceipt> =>
  changeApp(db, change, 'yank', async (tx, app) => {
    if (app.removedAt === null) return undefined
    if (app.isWithheld) requireAdmin(change.actor, 'Restoring what an operator withheld')
    await setRemoval(tx, app.name, {
      removedAt: null,
      removedMessage: null,
      removedReplacement: null,
      isWithheld: false,
    })
    return { action: 'app.restore' }
  })

async function requireReplacement(tx: Queries, name: string, replacement: string): Promise<void> {
  const found = replacement === name ? undefined : await findAppRow(tx, replacement)
  if (found !== undefined && found.removedAt === null) return
  throw new InvalidError('app.bad-replacement', `${replacement} cannot replace ${name}.`, {
    hint: 'Name another app of this registry, or omit the replacement.',
    issues: [
      { path: 'replacement', rule: 'app.bad-replacement', message: 'is not another app of this registry' },
    ],
  })
}
