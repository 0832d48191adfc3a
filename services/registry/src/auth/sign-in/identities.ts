import { type ChangeReceipt, ConflictError, ForbiddenError } from '@cli-apps/core'
import type { Queries } from '../../db/database.ts'
import { insertAudit } from '../../db/queries/audit-rows.ts'
import {
  deleteIdentity,
  findIdentityUser,
  type IdentityRow,
  identityRows,
  insertIdentity,
} from '../../db/queries/sign-in/identity-rows.ts'
import { ensureUser, findUser } from '../../db/queries/user-rows.ts'
import type { Actor } from '../authorize.ts'
import { coversScope, signInScopes } from '../scope.ts'
import { type NewWebSession, openIdentitySession } from '../web-sessions.ts'
import { takePendingIdentity } from './pending-identity.ts'
import type { PersonIdentity, SignInProvider } from './sign-in-provider.ts'
import { isSignInToken, revokeSignInTokens } from './sign-in-token.ts'

/** Names under which the registry itself acts, or that people would take for its operator. */
const reservedNames = [
  'admin',
  'administrator',
  'catalog',
  'cli-apps',
  'operator',
  'registry',
  'root',
  'security',
]

type Provider = Pick<SignInProvider, 'name' | 'isOpen'>

/**
 * Opens a session for the user of an identity; `undefined` if it is linked to none. Throws `ForbiddenError`
 * `auth.disabled-user`.
 */
export function signInWithIdentity(
  db: Queries,
  now: Date,
  { identity, via }: { identity: PersonIdentity; via: string },
): Promise<{ user: string; session: NewWebSession } | undefined> {
  return db.transaction(async (tx) => {
    const found = await findIdentityUser(tx, identity)
    if (found === undefined) return undefined
    const { user, disabledAt } = found
    if (disabledAt !== null)
      throw new ForbiddenError('auth.disabled-user', `The user ${user} is disabled.`, {
        hint: "Ask the registry's operator.",
      })
    return { user, session: await openIdentitySession(tx, now, { user, via }) }
  })
}

/**
 * Creates a user for a pending identity, and opens a session. Throws `ForbiddenError` `sign-in.closed` where the operator
 * does not allow it, `ConflictError` `sign-in.name-taken` for a name that exists, which is never taken over, and as
 * `takePendingIdentity`.
 */
export function registerWithIdentity(
  db: Queries,
  now: Date,
  { secret, user, provider }: { secret: string | undefined; user: string; provider: Provider },
): Promise<NewWebSession> {
  if (!provider.isOpen) throw registrationClosed()
  return db.transaction(async (tx) => {
    const identity = await takePendingIdentity(tx, now, secret)
    if (reservedNames.includes(user) || !(await ensureUser(tx, user, now))) throw nameTaken(user)
    const { issuer, subject } = identity
    if (!(await insertIdentity(tx, { ...identity, user, linkedAt: now }))) throw identityTaken()
    const details = { user, issuer, subject }
    await insertAudit(tx, { at: now, actor: user, action: 'user.register', details })
    return openIdentitySession(tx, now, { user, via: provider.name })
  })
}

/** Whether a new user may have the name. */
export const isFreeName = async (db: Queries, user: string): Promise<boolean> =>
  !reservedNames.includes(user) && (await findUser(db, user)) === undefined

/**
 * Links a pending identity to the user who is signed in. Throws `ForbiddenError` `sign-in.scope`, `ConflictError`
 * `sign-in.identity-taken` if another user has it, and as `takePendingIdentity`.
 */
export function linkIdentity(
  db: Queries,
  now: Date,
  { actor, secret }: { actor: Actor; secret: string | undefined },
): Promise<ChangeReceipt> {
  requireSignInScopes(actor)
  return db.transaction(async (tx) => {
    const { user, token } = actor
    const identity = await takePendingIdentity(tx, now, secret)
    if (!(await insertIdentity(tx, { ...identity, user, linkedAt: now }))) {
      if ((await findIdentityUser(tx, identity))?.user !== user) throw identityTaken()
      return { changed: false }
    }
    const { issuer, subject } = identity
    await insertAudit(tx, {
      at: now,
      actor: user,
      token,
      action: 'identity.link',
      details: { issuer, subject },
    })
    return { changed: true }
  })
}

/**
 * Unlinks an identity, and ends the sessions that identities of this user opened, but for the actor's own. Throws
 * `ForbiddenError` `sign-in.scope` or `sign-in.last-identity`.
 */
export function unlinkIdentity(
  db: Queries,
  now: Date,
  { actor, issuer, subject }: { actor: Actor; issuer: string; subject: string },
): Promise<ChangeReceipt> {
  requireSignInScopes(actor)
  const { user, token } = actor
  return db.transaction(async (tx) => {
    // Locked, so that two requests cannot remove the last two.
    await findUser(tx, user, { lock: true })
    const isLast = (await identityRows(tx, user)).length < 2
    if (!(await deleteIdentity(tx, user, { issuer, subject }))) return { changed: false }
    if (isLast && isSignInToken(token)) throw lastIdentity()
    await revokeSignInTokens(tx, now, { user, kept: token })
    await insertAudit(tx, {
      at: now,
      actor: user,
      token,
      action: 'identity.unlink',
      details: { issuer, subject },
    })
    return { changed: true }
  })
}

/** The identities that sign in as a user, oldest first. */
export const listIdentities = (db: Queries, user: string): Promise<IdentityRow[]> => identityRows(db, user)

/** A token with fewer scopes must not become an identity that has more. */
function requireSignInScopes({ scopes }: Actor): void {
  const missing = signInScopes.filter((scope) => !coversScope(scopes, scope))
  if (missing.length === 0) return
  throw new ForbiddenError(
    'sign-in.scope',
    `An identity may do more than your token, which lacks ${missing.join(', ')}.`,
    { hint: `Sign in with a token that has ${signInScopes.join(', ')}.` },
  )
}

export const registrationClosed = (): ForbiddenError =>
  new ForbiddenError('sign-in.closed', 'People cannot create accounts of this registry themselves.', {
    hint: 'Ask its operator for a token. Sign in with it, and link the identity on the page of your account.',
  })

const nameTaken = (user: string): ConflictError =>
  new ConflictError('sign-in.name-taken', `The name ${user} is taken or reserved.`, {
    hint: 'Choose another one. If the account is yours, sign in with a token of it and link the identity.',
  })

const identityTaken = (): ConflictError =>
  new ConflictError('sign-in.identity-taken', 'This identity is linked to another account.', {
    hint: 'Sign out, and sign in with the identity. To move it, unlink it there.',
  })

const lastIdentity = (): ForbiddenError =>
  new ForbiddenError('sign-in.last-identity', 'You are signed in with the last identity of your account.', {
    hint: 'Create a token, sign in with it, and unlink the identity then.',
  })
