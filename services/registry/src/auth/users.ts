import { type ChangeReceipt, NotFoundError } from '@cli-apps/core'
import type { Queries } from '../db/database.ts'
import { ensureUser, findUser, setDisabled, userRows } from '../db/queries/user-rows.ts'
import { operatorChange } from './operator-change.ts'

/** Creates a user without a token, such as a bot that publishes only through trusted publishing. */
export const createUser = (db: Queries, now: Date, user: string): Promise<ChangeReceipt> =>
  operatorChange(db, now, { action: 'user.create', details: { user } }, (tx) => ensureUser(tx, user, now))

/** Disables or enables a user; tokens of a disabled user are refused. Throws `NotFoundError` `user.unknown`. */
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

export async function listUsers(
  db: Queries,
): Promise<{ name: string; created_at: string; disabled_at: string | null }[]> {
  return (await userRows(db)).map(({ name, createdAt, disabledAt }) => ({
    name,
    created_at: createdAt.toISOString(),
    disabled_at: disabledAt?.toISOString() ?? null,
  }))
}

export const unknownUser = (user: string): NotFoundError =>
  new NotFoundError('user.unknown', `The user ${user} was not found.`, {
    hint: `Run: cli-apps-registry user create ${user}`,
  })
