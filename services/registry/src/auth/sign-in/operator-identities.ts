import { type ChangeReceipt, NotFoundError } from '@cli-apps/core'
import type { Queries } from '../../db/database.ts'
import { deleteIdentity, findIdentityUser, identityRows } from '../../db/queries/sign-in/identity-rows.ts'
import { recordOperatorChange } from '../operator-change.ts'
import { revokeSignInTokens } from './sign-in-token.ts'

interface LinkedIdentity {
  user: string
  issuer: string
  subject: string
  /** What the issuer called the person when it was linked. */
  label: string
  linked_at: string
}

/** The identities that sign in as a user, or all of them; by user, oldest first. */
export async function listLinkedIdentities(db: Queries, user?: string): Promise<LinkedIdentity[]> {
  const rows = await identityRows(db, user)
  return rows.map(({ linkedAt, ...row }) => ({ ...row, linked_at: linkedAt.toISOString() }))
}

/**
 * Unlinks an identity from its account, also the last one, and ends every session that identities of this user opened.
 * Throws `NotFoundError` `sign-in.unknown-identity`.
 */
export function unlinkAsOperator(
  db: Queries,
  now: Date,
  identity: { issuer: string; subject: string },
): Promise<ChangeReceipt> {
  return recordOperatorChange(db, now, async (tx) => {
    const user = (await findIdentityUser(tx, identity))?.user
    if (user === undefined || !(await deleteIdentity(tx, user, identity))) throw unknownIdentity()
    await revokeSignInTokens(tx, now, { user, kept: null })
    return { action: 'identity.unlink', details: { user, ...identity } }
  })
}

const unknownIdentity = (): NotFoundError =>
  new NotFoundError('sign-in.unknown-identity', 'No account has this identity.', {
    hint: 'Run: cli-apps-registry identity list',
  })
