import { type ChangeReceipt, NotFoundError } from '@cli-apps/core'
import type { Queries } from '../db/database.ts'
import { findUser, setDisabled } from '../db/user-rows.ts'
import { operatorChange } from './operator-change.ts'

/** Has the tokens of a user refused, or no longer. Throws `NotFoundError` `user.unknown`. */
export function setUserDisabled(
  db: Queries,
  now: Date,
  { user, disabled }: { user: string; disabled: boolean },
): Promise<ChangeReceipt> {
  const action = disabled ? 'user.disable' : 'user.enable'
  return operatorChange(db, now, { action, details: { user } }, async (tx) => {
    const row = await findUser(tx, user, { lock: true })
    if (row === undefined) throw unknownUser(user)
    if ((row.disabledAt !== null) === disabled) return false
    await setDisabled(tx, user, disabled ? now : null)
    return true
  })
}

export const unknownUser = (user: string): NotFoundError =>
  new NotFoundError('user.unknown', `There is no user ${user}.`, {
    hint: 'A user is made with the first token: cli-apps-registry token create --user NAME --scope SCOPE.',
  })
