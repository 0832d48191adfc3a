import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { NewToken } from '@cli-apps/core'
import { UnauthenticatedError } from '@cli-apps/core'
import type { Queries } from '../db/database.ts'
import { insertAudit } from '../db/queries/audit-rows.ts'
import {
  type FoundToken,
  findToken,
  insertToken,
  replaceHash,
  type TokenRow,
  touchToken,
} from '../db/queries/token-rows.ts'
import { ensureUser } from '../db/queries/user-rows.ts'
import { type Actor, operatorActor } from './authorize.ts'
import { Scope } from './scope.ts'

const prefix = 'cliapps_'
/** Last use is recorded at most once a minute, so that reads do not each cause a write. */
const touchEveryMs = 60_000
const dayMs = 86_400_000

/** The properties of a new token, whoever requests it. */
export interface TokenFacts {
  user: string
  scopes: readonly Scope[]
  label: string | null
  expiresAt: Date | null
}

/**
 * Stores the hash of a new token. Returns false if the id is taken; ids are given for tokens that may be created only
 * once.
 */
export async function issueToken(
  tx: Queries,
  now: Date,
  { id = randomUUID(), user, scopes, label, expiresAt }: TokenFacts & { id?: string | undefined },
): Promise<NewToken | undefined> {
  const token = newSecret()
  const row = {
    id,
    hash: hashOf(token),
    user,
    scopes: [...new Set(scopes)],
    label,
    createdAt: now,
    expiresAt,
  }
  return (await insertToken(tx, row)) ? newToken(row, token) : undefined
}

/** Replaces the secret of a token; the previous secret becomes invalid. */
export async function replaceSecret(tx: Queries, row: TokenRow): Promise<NewToken> {
  const token = newSecret()
  await replaceHash(tx, row.id, hashOf(token))
  return newToken(row, token)
}

const newSecret = (): string => `${prefix}${randomBytes(32).toString('base64url')}`

const newToken = (
  { id, user, scopes, expiresAt }: Pick<TokenRow, 'id' | 'user' | 'scopes' | 'expiresAt'>,
  token: string,
): NewToken => ({ id, token, user, scopes, expires_at: expiresAt?.toISOString() ?? null })

interface TokenOrder {
  user: string
  scopes: readonly Scope[]
  label?: string | undefined
  /** Days until expiry; never expires when absent. */
  expiresDays?: number | undefined
}

/** Creates a token on behalf of the operator, and its user if needed. The secret cannot be read again. */
export function createToken(db: Queries, now: Date, order: TokenOrder): Promise<NewToken> {
  const { user, scopes, label = null, expiresDays } = order
  return db.transaction(async (tx) => {
    const isNewUser = await ensureUser(tx, user, now)
    const facts = { user, scopes, label, expiresAt: inDays(now, expiresDays) }
    const made = await grantToken(tx, now, { ...facts, by: operatorActor, isNewUser })
    if (made === undefined) throw new RangeError('a random id is taken')
    return made
  })
}

/**
 * Issues a token with its audit entry. Returns `undefined` if the id is taken, for example by an earlier identical
 * request.
 */
export async function grantToken(
  tx: Queries,
  now: Date,
  {
    by,
    isNewUser = false,
    ...facts
  }: TokenFacts & { id?: string | undefined; by: Actor; isNewUser?: boolean },
): Promise<NewToken | undefined> {
  const made = await issueToken(tx, now, facts)
  if (made === undefined) return undefined
  const { id, user, scopes, expires_at } = made
  await insertAudit(tx, {
    at: now,
    actor: by.user,
    token: by.token,
    action: 'token.create',
    details: { id, user, scopes, label: facts.label, expires_at, ...(isNewUser && { new_user: true }) },
  })
  return made
}

export const inDays = (now: Date, days: number | undefined): Date | null =>
  days === undefined ? null : new Date(now.getTime() + days * dayMs)

/**
 * Returns the actor of a token. Throws `UnauthenticatedError` if it is unknown, revoked, expired, or of a disabled
 * user.
 */
export async function verifyToken(db: Queries, now: Date, token: string): Promise<Actor> {
  const row = token.startsWith(prefix) ? await findToken(db, hashOf(token)) : undefined
  if (row === undefined) throw refused('auth.bad-token', 'The token is not known to this registry.')
  return actorOfToken(db, now, row)
}

/** Returns the actor of a stored token, which must be usable. Throws as `verifyToken`. */
export async function actorOfToken(db: Queries, now: Date, row: FoundToken): Promise<Actor> {
  if (row.revokedAt !== null) throw refused('auth.revoked-token', 'The token was revoked.')
  if (row.expiresAt !== null && row.expiresAt <= now)
    throw refused('auth.expired-token', `The token expired on ${row.expiresAt.toISOString()}.`)
  if (row.userDisabledAt !== null)
    throw refused(
      'auth.disabled-user',
      `The user ${row.user} is disabled since ${row.userDisabledAt.toISOString()}.`,
    )
  if (row.lastUsedAt === null || now.getTime() - row.lastUsedAt.getTime() >= touchEveryMs)
    await touchToken(db, row.id, now)
  return { user: row.user, scopes: row.scopes.map((scope) => Scope.parse(scope)), token: row.id }
}

const refused = (code: string, message: string): UnauthenticatedError =>
  new UnauthenticatedError(code, message, { hint: "Ask the registry's operator for a new token." })

/** What is stored of a secret. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
