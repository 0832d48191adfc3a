import type { ChangeReceipt, DeprecateRequest } from '@cli-apps/core'
import type { Queries } from '../../db/database.ts'
import { setDeprecated } from '../../db/queries/lifecycle-rows.ts'
import { type AppChange, changeApp } from './change-app.ts'
import { lockedVersion } from './locked-version.ts'

/** Sets the message that is shown to everyone who installs a version; `null` removes the message. */
export const deprecateVersion = (
  db: Queries,
  change: AppChange & { version: string } & DeprecateRequest,
): Promise<ChangeReceipt> =>
  changeApp(db, change, 'yank', async (tx, { name }) => {
    const { version, message } = change
    const { deprecatedMessage } = await lockedVersion(tx, name, version)
    if (deprecatedMessage === message) return undefined
    await setDeprecated(tx, name, version, message)
    return { action: 'version.deprecate', version, details: { message } }
  })
