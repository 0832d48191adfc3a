import {
  type ChangeReceipt,
  ForbiddenError,
  type NewToken,
  NotFoundError,
  type TokenList,
  type TokenRequest,
  UnauthenticatedError,
} from '@cli-apps/core'
import type { Queries } from '../db/database.ts'
import { insertAudit } from '../db/queries/audit-rows.ts'
import { findTokenById, setRevoked, type TokenRow, tokenRows } from '../db/queries/token-rows.ts'
import { type Actor, isAdmin } from './authorize.ts'
import { isExchanged } from './exchange-identity.ts'
import { repeatableId, repeatedToken } from './repeated-token.ts'
import { coversScope, parseScopes } from './scope.ts'
import { isSignInToken } from './sign-in/sign-in-token.ts'
import { grantToken, inDays, type TokenFacts } from './tokens.ts'

/** A person who signs in with an identity may have no other token, and needs some that outlast the session. */
const signInTokenDays = 90

interface OwnTokenOrder {
  actor: Actor
  request: TokenRequest
  /** Idempotency key: a repeated request with the same calling token creates no second token. */
  key?: string | undefined
}

/**
 * Creates a token for the actor with no more scopes and no later expiry than the token that authenticates the request;
 * in a session that an identity opened, it lives at most 90 days.
 */
export function createOwnToken(
  db: Queries,
  now: Date,
  { actor, request, key }: OwnTokenOrder,
): Promise<NewToken> {
  const scopes = parseScopes(request.scopes)
  requireHeld(actor, scopes)
  return db.transaction(async (tx) => {
    const asking = await ownToken(tx, actor)
    requireGiven(asking)
    const label = request.label ?? null
    const facts = (from: Date): TokenFacts => ({
      user: actor.user,
      scopes,
      label,
      expiresAt: earlier(inDays(from, request.expires_days), latestEnd(asking, from)),
    })
    const id = key === undefined ? undefined : repeatableId(asking.id, key)
    const made = await grantToken(tx, now, { id, ...facts(now), by: actor })
    return made ?? repeatedToken(tx, now, { id, facts })
  })
}

const latestEnd = ({ id, expiresAt }: TokenRow, from: Date): Date | null =>
  isSignInToken(id) ? inDays(from, signInTokenDays) : expiresAt

function requireGiven({ id }: TokenRow): void {
  if (!isExchanged(id)) return
  throw new ForbiddenError(
    'auth.exchanged-token',
    'A token from an exchanged identity cannot create tokens.',
    {
      hint: 'Exchange an identity again, or use a token that the operator created.',
    },
  )
}

/** Lists tokens of one user, or of all, that are active or ended within a month; newest first, at most 1000. */
export async function listTokens(
  db: Queries,
  now: Date,
  user?: string,
): Promise<(TokenList['tokens'][number] & { user: string })[]> {
  const since = new Date(now.getTime() - 30 * 86_400_000)
  return (await tokenRows(db, { user, since, limit: 1000 })).map((row) => ({
    id: row.id,
    user: row.user,
    label: row.label,
    scopes: row.scopes,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
  }))
}

/**
 * Revokes a token of the actor whose scopes the actor's token covers. An admin or the operator can revoke any token.
 */
export function revokeToken(
  db: Queries,
  now: Date,
  { actor, id }: { actor: Actor; id: string },
): Promise<ChangeReceipt> {
  return db.transaction(async (tx) => {
    const row = isTokenId(id) ? await findTokenById(tx, id, { lock: true }) : undefined
    if (row === undefined || (row.user !== actor.user && !isAdmin(actor)))
      throw new NotFoundError(
        'token.unknown',
        `${isAdmin(actor) ? 'No token has' : 'You have no token with'} the id ${JSON.stringify(id.slice(0, 100))}.`,
        {
          hint:
            actor.token === null
              ? 'Run: cli-apps-registry token list'
              : 'GET /v1/tokens lists your tokens with their ids.',
        },
      )
    if (row.id !== actor.token) requireHeld(actor, row.scopes)
    if (row.revokedAt !== null) return { changed: false }
    await setRevoked(tx, id, now)
    await insertAudit(tx, {
      at: now,
      actor: actor.user,
      token: actor.token,
      action: 'token.revoke',
      details: { id, user: row.user },
    })
    return { changed: true }
  })
}

const isTokenId = (text: string): boolean => /^[\w-]{1,100}$/.test(text)

async function ownToken(tx: Queries, { token }: Actor): Promise<TokenRow> {
  const row = token === null ? undefined : await findTokenById(tx, token)
  if (row !== undefined) return row
  throw new UnauthenticatedError('auth.bad-token', 'The token is not known to this registry.')
}

function requireHeld({ scopes }: Actor, requested: readonly string[]): void {
  const more = requested.filter((scope) => !coversScope(scopes, scope))
  if (more.length === 0) return
  throw new ForbiddenError(
    'auth.scope',
    `This token has ${scopes.join(', ')}, which does not cover ${more.join(', ')}.`,
    { hint: 'Use a token that has all of these scopes.' },
  )
}

const earlier = (a: Date | null, b: Date | null): Date | null =>
  a === null || b === null ? (a ?? b) : a < b ? a : b
