import { ForbiddenError } from '@cli-apps/core'
import type { Queries } from '../db/database.ts'
import { isOwner, ownersOf } from '../db/queries/owner-rows.ts'
import { type AppAction, covers, type Scope } from './scope.ts'

/** Who performs an action: the user behind a token, or the operator on this machine (no token). */
export interface Actor {
  user: string
  scopes: readonly Scope[]
  /** Id of the token, for the audit log. */
  token: string | null
}

/** The operator: anyone who can run commands against the database. */
export const operatorActor: Actor = { user: 'operator', scopes: ['admin'], token: null }

export const isAdmin = ({ scopes }: Actor): boolean => scopes.includes('admin')

/** Requires an admin token. Throws `ForbiddenError` `auth.admin`. */
export function requireAdmin(actor: Actor, what: string): void {
  if (isAdmin(actor)) return
  throw new ForbiddenError('auth.admin', `${what} requires a token with the scope admin.`, {
    hint: "Ask the registry's operator.",
  })
}

/** Requires a scope that allows the action on an app of this name. Throws `ForbiddenError` `auth.scope`. */
export function requireScope(actor: Actor, action: AppAction, name: string): void {
  if (covers(actor.scopes, action, name)) return
  throw new ForbiddenError(
    'auth.scope',
    `This token lacks the scope ${action}:${name}; it has ${actor.scopes.join(', ')}.`,
    { hint: `Use a token with the scope ${action}:${name}; the registry's operator can create one.` },
  )
}

/**
 * Requires an owner, a member of an organization that owns the app, or an admin. Throws `ForbiddenError`
 * `auth.not-owner`.
 */
export async function requireOwner(tx: Queries, actor: Actor, name: string): Promise<void> {
  if (isAdmin(actor) || (await isOwner(tx, name, actor.user))) return
  const owners = await ownersOf(tx, name)
  throw new ForbiddenError(
    'auth.not-owner',
    `${actor.user} does not own ${name}; ${owners.join(', ')} does.`,
    {
      hint: 'Ask an owner, or choose another name for an app of your own.',
    },
  )
}
