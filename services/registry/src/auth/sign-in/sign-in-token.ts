import { randomUUID } from 'node:crypto'
import { toLine } from '@cli-apps/core'
import type { Queries } from '../../db/database.ts'
import { revokeUsersTokens } from '../../db/queries/token-rows.ts'
import { signInScopes } from '../scope.ts'
import { issueToken } from '../tokens.ts'

const idPrefix = 'sign-in-'

/** Whether a token stands for a person who signed in with an identity; nobody knows its secret. */
export const isSignInToken = (tokenId: string | null): boolean => tokenId?.startsWith(idPrefix) === true

/** Issues the token of a session that no token opened, and returns its id. Its secret is discarded. */
export async function issueSignInToken(
  tx: Queries,
  now: Date,
  { user, via, expiresAt }: { user: string; via: string; expiresAt: Date },
): Promise<string> {
  const made = await issueToken(tx, now, {
    id: `${idPrefix}${randomUUID()}`,
    user,
    scopes: signInScopes,
    label: toLine(`Signed in with ${via}`, 100),
    expiresAt,
  })
  if (made === undefined) throw new RangeError('a random id is taken')
  return made.id
}

/** Ends every session of a user that an identity opened, but for the one of `kept`. */
export const revokeSignInTokens = (
  tx: Queries,
  now: Date,
  { user, kept }: { user: string; kept: string | null },
): Promise<void> => revokeUsersTokens(tx, now, { user, idPrefix, kept })
