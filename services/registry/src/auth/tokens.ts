import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { UnauthenticatedError } from '@cli-apps/core'
import { insertAudit } from '../db/audit-rows.ts'
import type { Queries } from '../db/database.ts'
import { ensureUser, findToken, insertToken, touchToken } from '../db/token-rows.ts'
import type { Actor } from './authorize.ts'
import { Scope } from './scope.ts'

const prefix = 'cliapps_'
/** Last use is kept to the minute: reading it must not make every request a write. */
const touchEveryMs = 60_000

export interface NewToken {
  user: string
  scopes: readonly Scope[]
  /** Days until it expires; never when absent. */
  expiresDays?: number | undefined
}

export interface CreatedToken {
  id: string
  /** The secret itself. It is shown this once and cannot be read again. */
  token: string
  user: string
  scopes: Scope[]
  expires_at: string | null
}

/** Makes a token, and its user where there is none. Only the token's hash is stored. */
export async function createToken(db: Queries, now: Date, options: NewToken): Promise<CreatedToken> {
  const token = `${prefix}${randomBytes(32).toString('base64url')}`
  const id = randomUUID()
  const scopes = [...new Set(options.scopes)]
  const expiresAt =
    options.expiresDays === undefined ? null : new Date(now.getTime() + options.expiresDays * 86_400_000)
  await db.transaction(async (tx) => {
    await ensureUser(tx, options.user, now)
    await insertToken(tx, {
      id,
      hash: hashOf(token),
      user: options.user,
      scopes,
      label: null,
      createdAt: now,
      expiresAt,
    })
    await insertAudit(tx, {
      at: now,
      actor: 'operator',
      action: 'token.create',
      details: { id, user: options.user, scopes, expires_at: expiresAt?.toISOString() ?? null },
    })
  })
  return { id, token, user: options.user, scopes, expires_at: expiresAt?.toISOString() ?? null }
}

/** The actor behind a token. Throws `UnauthenticatedError` for one that is unknown, revoked or expired. */
export async function verifyToken(db: Queries, now: Date, token: string): Promise<Actor> {
  const row = token.startsWith(prefix) ? await findToken(db, hashOf(token)) : undefined
  if (row === undefined) throw refused('auth.bad-token', 'The token is not known to this registry.')
  if (row.revokedAt !== null) throw refused('auth.revoked-token', 'The token was revoked.')
  if (row.expiresAt !== null && row.expiresAt <= now)
    throw refused('auth.expired-token', `The token expired on ${row.expiresAt.toISOString()}.`)
  if (row.lastUsedAt === null || now.getTime() - row.lastUsedAt.getTime() >= touchEveryMs)
    await touchToken(db, row.id, now)
  return { user: row.user, scopes: row.scopes.map((scope) => Scope.parse(scope)), token: row.id }
}

const refused = (code: string, message: string): UnauthenticatedError =>
  new UnauthenticatedError(code, message, { hint: "Ask the registry's operator for a new token." })

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
