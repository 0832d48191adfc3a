import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { UnauthenticatedError } from '@cli-apps/core'
import type { Queries } from '../db/database.ts'
import { insertAudit } from '../db/queries/audit-rows.ts'
import {
  deleteEndedSessions,
  deleteSession,
  findSession,
  insertSession,
} from '../db/queries/sign-in/session-rows.ts'
import { findTokenById, setRevoked } from '../db/queries/token-rows.ts'
import type { Actor } from './authorize.ts'
import { isSignInToken, issueSignInToken } from './sign-in/sign-in-token.ts'
import { actorOfToken, hashOf, verifyToken } from './tokens.ts'

/** How long a person stays signed in on the pages, whatever they do there. */
const lifeMs = 12 * 60 * 60_000

/** A person who is signed in on the pages. */
export interface WebSession {
  actor: Actor
  /** When it ends by itself. */
  expiresAt: Date
  /** What forms of this session send back. Other sites cannot know it. */
  formKey: string
}

/** What a browser keeps of a session. */
export interface NewWebSession {
  /** Only its sha256 is stored. */
  secret: string
  expiresAt: Date
}

/** Signs a person in with an API token. Throws as `verifyToken`. */
export async function openWebSession(db: Queries, now: Date, token: string): Promise<NewWebSession> {
  const actor = await verifyToken(db, now, token)
  return db.transaction(async (tx) => {
    const ends = endOf(now)
    const { id = '', expiresAt = null } = (await findTokenById(tx, actor.token ?? '')) ?? {}
    const until = expiresAt !== null && expiresAt < ends ? expiresAt : ends
    return addSession(tx, now, { user: actor.user, token: id, expiresAt: until })
  })
}

/** Signs a person in whom an identity provider, `via`, vouches for. The caller has checked that the user may. */
export async function openIdentitySession(
  tx: Queries,
  now: Date,
  { user, via }: { user: string; via: string },
): Promise<NewWebSession> {
  const expiresAt = endOf(now)
  const token = await issueSignInToken(tx, now, { user, via, expiresAt })
  return addSession(tx, now, { user, token, expiresAt })
}

const endOf = (now: Date): Date => new Date(now.getTime() + lifeMs)

async function addSession(
  tx: Queries,
  now: Date,
  { user, token, expiresAt }: { user: string; token: string; expiresAt: Date },
): Promise<NewWebSession> {
  await deleteEndedSessions(tx, now)
  const secret = randomBytes(32).toString('base64url')
  await insertSession(tx, { hash: hashOf(secret), token, createdAt: now, expiresAt })
  await insertAudit(tx, { at: now, actor: user, token, action: 'session.open' })
  return { secret, expiresAt }
}

/**
 * Returns the session of a secret. Throws `UnauthenticatedError`: `session.ended` if it ended or was never one, and as
 * `verifyToken` if its token may no longer be used.
 */
export async function verifyWebSession(db: Queries, now: Date, secret: string): Promise<WebSession> {
  const found = await findSession(db, hashOf(secret))
  if (found === undefined || found.session.expiresAt <= now) throw sessionEnded()
  const actor = await actorOfToken(db, now, found.token)
  return { actor, expiresAt: found.session.expiresAt, formKey: formKeyOf(secret) }
}

/** Ends a session on every server. Nothing happens if it ended before. */
export function closeWebSession(db: Queries, now: Date, secret: string): Promise<void> {
  return db.transaction(async (tx) => {
    const token = await deleteSession(tx, hashOf(secret))
    const row = token === undefined ? undefined : await findTokenById(tx, token)
    if (row === undefined) return
    // Nothing else can use it.
    if (isSignInToken(row.id)) await setRevoked(tx, row.id, now)
    await insertAudit(tx, { at: now, actor: row.user, token: row.id, action: 'session.close' })
  })
}

/** Whether a form was made for this session. */
export function isFormKey({ formKey }: WebSession, sent: string): boolean {
  const [ours, theirs] = [Buffer.from(formKey), Buffer.from(sent)]
  return ours.length === theirs.length && timingSafeEqual(ours, theirs)
}

/** Derived, so that nothing more is stored; the secret cannot be computed from it. */
const formKeyOf = (secret: string): string => createHmac('sha256', secret).update('form').digest('base64url')

export const sessionEnded = (): UnauthenticatedError =>
  new UnauthenticatedError('session.ended', 'You are not signed in, or your session has ended.', {
    hint: 'Sign in again.',
  })
