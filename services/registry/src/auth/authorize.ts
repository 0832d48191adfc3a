import { type AppName, ForbiddenError } from '@cli-apps/core'
import type { Scope } from './scope.ts'

/** Who asks: the user behind a token, or the operator at this machine (no token). */
export interface Actor {
  user: string
  scopes: readonly Scope[]
  /** Id of the token, for the audit log. */
  token: string | null
}

export const isAdmin = ({ scopes }: Actor): boolean => scopes.includes('admin')

/** May the actor's token publish an app of this name at all? Throws `ForbiddenError` `auth.scope`. */
export function authorizePublish(actor: Actor, name: AppName): void {
  if (isAdmin(actor) || actor.scopes.includes('publish:*') || actor.scopes.includes(`publish:${name}`)) return
  throw new ForbiddenError(
    'auth.scope',
    `This token may not publish ${name}; it has ${actor.scopes.join(', ')}.`,
    {
      hint: `Ask the registry's operator for a token with the scope publish:${name}.`,
    },
  )
}

/** Only owners and admins publish to an app that exists. Throws `ForbiddenError` `auth.not-owner`. */
export function authorizeOwner(actor: Actor, name: AppName, owners: readonly string[]): void {
  if (isAdmin(actor) || owners.includes(actor.user)) return
  throw new ForbiddenError(
    'auth.not-owner',
    `${actor.user} does not own ${name}; ${owners.join(', ')} does.`,
    {
      hint: 'Publish under another name, or ask an owner.',
    },
  )
}
