import { createHash } from 'node:crypto'
import { ConflictError, type NewToken } from '@cli-apps/core'
import type { Queries } from '../db/database.ts'
import { findTokenById } from '../db/queries/token-rows.ts'
import { replaceSecret, type TokenFacts } from './tokens.ts'

/** Derives one id from a request, so that the primary key refuses it a second time on every server. */
export const repeatableId = (asking: string, key: string): string =>
  `request-${createHash('sha256')
    .update(JSON.stringify([asking, key]))
    .digest('hex')
    .slice(0, 32)}`

/**
 * Returns the token that the same request created before, with a new secret, since only the hash of the old one is
 * stored. Throws `ConflictError` `idempotency-key.used` if the request differs, or the token is in use, expired or
 * revoked.
 */
export async function repeatedToken(
  tx: Queries,
  now: Date,
  { id, facts }: { id: string | undefined; facts: (made: Date) => TokenFacts },
): Promise<NewToken> {
  const row = id === undefined ? undefined : await findTokenById(tx, id, { lock: true })
  if (row === undefined) throw new RangeError('a random id is taken')
  const { scopes, label, expiresAt } = facts(row.createdAt)
  const isSame =
    row.label === label &&
    row.expiresAt?.getTime() === expiresAt?.getTime() &&
    row.scopes.join() === [...new Set(scopes)].join()
  if (!isSame) throw used(row.id, 'for another request')
  if (row.lastUsedAt !== null) throw used(row.id, 'and the token is in use')
  if (row.revokedAt !== null || (expiresAt !== null && expiresAt <= now))
    throw used(row.id, 'and the token has expired or was revoked')
  return replaceSecret(tx, row)
}

const used = (id: string, how: string): ConflictError =>
  new ConflictError('idempotency-key.used', `This Idempotency-Key already created the token ${id}, ${how}.`, {
    hint: 'Send another key to create another token.',
  })
