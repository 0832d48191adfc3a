import { randomBytes } from 'node:crypto'
import { UnauthenticatedError } from '@cli-apps/core'
import type { Queries } from '../../db/database.ts'
import {
  deleteEndedPendingIdentities,
  deletePendingIdentity,
  findPendingIdentity,
  insertPendingIdentity,
} from '../../db/queries/sign-in/identity-rows.ts'
import { hashOf } from '../tokens.ts'
import type { PersonIdentity } from './sign-in-provider.ts'

/** How long a person may take to choose an account. */
const lifeMs = 10 * 60_000

/** Keeps a proven identity until its person has chosen an account. Only the sha256 of the secret is stored. */
export function keepPendingIdentity(
  db: Queries,
  now: Date,
  identity: PersonIdentity,
): Promise<{ secret: string; expiresAt: Date }> {
  const secret = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + lifeMs)
  return db.transaction(async (tx) => {
    await deleteEndedPendingIdentities(tx, now)
    await insertPendingIdentity(tx, { hash: hashOf(secret), ...identity, expiresAt })
    return { secret, expiresAt }
  })
}

/** Throws `UnauthenticatedError` `sign-in.ended` when it was used or has expired. */
export async function getPendingIdentity(
  db: Queries,
  now: Date,
  secret: string | undefined,
): Promise<PersonIdentity> {
  const row = secret === undefined ? undefined : await findPendingIdentity(db, now, hashOf(secret))
  if (row === undefined) throw ended()
  const { issuer, subject, label } = row
  return { issuer, subject, label }
}

/** Like `getPendingIdentity`, for one caller alone: it is no longer there when the transaction ends. */
export async function takePendingIdentity(
  tx: Queries,
  now: Date,
  secret: string | undefined,
): Promise<PersonIdentity> {
  const identity = await getPendingIdentity(tx, now, secret)
  if (secret === undefined || !(await deletePendingIdentity(tx, hashOf(secret)))) throw ended()
  return identity
}

const ended = (): UnauthenticatedError =>
  new UnauthenticatedError('sign-in.ended', 'This sign-in has ended, or was completed before.', {
    hint: 'Start the sign-in again.',
  })
