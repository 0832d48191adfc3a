import { createHash } from 'node:crypto'
import {
  type ExchangeRequest,
  ForbiddenError,
  type NewToken,
  toLine,
  UnauthenticatedError,
} from '@cli-apps/core'
import type { Queries } from '../db/database.ts'
import { findExchange, insertAudit } from '../db/queries/audit-rows.ts'
import { type TrustedPublisherRow, trustedPublisherRows } from '../db/queries/trust-rows.ts'
import { findUser } from '../db/queries/user-rows.ts'
import type { Identity, IdentityVerifier } from './oidc/verify-identity.ts'
import { repeatedToken } from './repeated-token.ts'
import { matchesSubject } from './subject-pattern.ts'
import { issueToken, type TokenFacts } from './tokens.ts'

const lifeMs = 15 * 60_000
const idPrefix = 'oidc-'

/** Was this token given for an identity of an issuer? Such a one makes no others. */
export const isExchanged = (tokenId: string): boolean => tokenId.startsWith(idPrefix)

interface ExchangeOrder {
  verifier: IdentityVerifier
  request: ExchangeRequest
  /** Names the request: sent again as it was, it makes no second token. */
  key?: string | undefined
}

/**
 * Gives a short-lived token that publishes one app for the identity of a publisher that the app trusts. An identity token is
 * taken once, or again with the key that it was first sent with, as long as the token is not in use. Throws `UnauthenticatedError` for one that proves nothing, `ForbiddenError` `auth.not-trusted` for one that
 * nobody trusts, `UnavailableError` when its issuer is away.
 */
export async function exchangeIdentity(
  db: Queries,
  now: Date,
  { verifier, request: { app, id_token }, key }: ExchangeOrder,
): Promise<NewToken> {
  const issuer = verifier.issuerOf(id_token)
  const candidates = await trustedPublisherRows(db, { app, issuer })
  if (candidates.length === 0) throw notTrusted(app, `The app trusts no identity of ${issuer}.`)
  const identity = await verifier.verify(id_token, now)
  return db.transaction(async (tx) => {
    // Asked for again: trust may have been withdrawn while the issuer was asked.
    const publisher = trustedPublisher(await trustedPublisherRows(tx, { app, issuer }), identity)
    if (publisher === undefined)
      throw notTrusted(
        app,
        `The app does not trust ${identity.subject} for ${identity.audiences.join(', ')}.`,
      )
    const { user } = publisher
    if ((await findUser(tx, user))?.disabledAt !== null)
      throw new ForbiddenError('auth.disabled-user', `The user ${user} is disabled.`, {
        hint: "Ask the registry's operator.",
      })
    const facts = (from: Date): TokenFacts => ({
      user,
      scopes: [`publish:${app}`],
      label: toLine(identity.subject, 100),
      expiresAt: new Date(from.getTime() + lifeMs),
    })
    const id = idOf(identity)
    const asked = key === undefined ? undefined : digits([id, key])
    const made = await issueToken(tx, now, { id, ...facts(now) })
    if (made === undefined) {
      if (asked === undefined || (await findExchange(tx, { app, id })) !== asked) throw usedAlready()
      return repeatedToken(tx, now, { id, facts })
    }
    await insertAudit(tx, {
      at: now,
      actor: user,
      action: 'token.exchange',
      app,
      details: {
        id,
        issuer,
        subject: identity.subject,
        publisher: publisher.id,
        ...(asked !== undefined && { request: asked }),
      },
    })
    return made
  })
}

/** The publisher that fits an identity; the one that names it most exactly when there are several. */
const trustedPublisher = (
  publishers: readonly TrustedPublisherRow[],
  { subject, audiences }: Identity,
): TrustedPublisherRow | undefined =>
  publishers
    .filter((row) => audiences.includes(row.audience) && matchesSubject(row.subject, subject))
    .sort((a, b) => b.subject.length - a.subject.length)[0]

/** One id for one identity token, so that the key of the table refuses it a second time, whichever replica is asked. */
const idOf = ({ issuer, tokenId }: Identity): string => `${idPrefix}${digits([issuer, tokenId])}`

const digits = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)

const notTrusted = (app: string, reason: string): ForbiddenError =>
  new ForbiddenError('auth.not-trusted', `This identity may not publish ${app}. ${reason}`, {
    hint: `An owner adds it with POST /v1/apps/${app}/trusted-publishers {issuer, audience, subject}.`,
  })

const usedAlready = (): UnauthenticatedError =>
  new UnauthenticatedError('auth.used-identity', 'This identity token was exchanged before.', {
    hint: 'Request a new one from the issuer.',
  })
