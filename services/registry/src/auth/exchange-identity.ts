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

/** Whether a token was issued for an OIDC identity; such a token cannot create others. */
export const isExchanged = (tokenId: string): boolean => tokenId.startsWith(idPrefix)

interface ExchangeOrder {
  verifier: IdentityVerifier
  request: ExchangeRequest
  /** Idempotency key: a repeated request creates no second token. */
  key?: string | undefined
}

/**
 * Exchanges the identity token of a trusted publisher for a short-lived token that publishes one app. An identity token
 * is accepted once, or again with the same key while the issued token is unused. Throws `UnauthenticatedError` if it is
 * not valid, `ForbiddenError` `auth.not-trusted` if nobody trusts it, `UnavailableError` when its issuer does not
 * answer.
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
    // Read again, since trust may have been withdrawn while the issuer answered.
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

/** Returns the publisher that matches an identity, the most specific one if there are several. */
const trustedPublisher = (
  publishers: readonly TrustedPublisherRow[],
  { subject, audiences }: Identity,
): TrustedPublisherRow | undefined =>
  publishers
    .filter((row) => audiences.includes(row.audience) && matchesSubject(row.subject, subject))
    .sort((a, b) => b.subject.length - a.subject.length)[0]

/** Derives one id from an identity token, so that the primary key refuses it a second time on every server. */
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
