import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { UnauthenticatedError } from '@cli-apps/core'
import type { Queries } from '../db/database.ts'
import { insertAudit } from '../db/queries/audit-rows.ts'
import { deleteEndedSessions, deleteSession, findSession, insertSession } from '../db/queries/sign-in/session-rows.ts'
import { findTokenById } from '../db/queries/token-rows.ts'
import type { Actor } from './authorize.ts'
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

/**
 * Signs a person in with an API token. Returns the secret of the session, of which only the sha256 is stored. Throws as
 * `verifyToken`.
 */
export async function openWebSession(
  db: Queries,
  now: Date,
  token: string,
): Promise<{ secret: string; expiresAt: Date }> {
  const actor = await verifyToken(db, now, token)
  return db.transaction(async (tx) => {
    await deleteEndedSessions(tx, now)
    const ends = new Date(now.getTime() + lifeMs)
    const { id = '', expiresAt = null } = (await findTokenById(tx, actor.token ?? '')) ?? {}
    const until = expiresAt !== null && expiresAt < ends ? expiresAt : ends
    const secret = randomBytes(32).toString('base64url')
    await insertSession(tx, { hash: hashOf(secret), token: id, createdAt: now, expiresAt: until })
    await insertAudit(tx, { at: now, actor: actor.user, token: id, action: 'session.open' })
    return { secret, expiresAt: until }
  })
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
