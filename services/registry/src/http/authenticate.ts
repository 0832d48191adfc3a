import { UnauthenticatedError } from '@cli-apps/core'
import type { MiddlewareHandler } from 'hono'
import { verifyToken } from '../auth/tokens.ts'
import type { Deps } from '../deps.ts'
import type { Env } from './env.ts'
import { limitWrites } from './limit-rate.ts'

/** Requires a valid bearer token, sets the actor, and limits each account's writes. */
export const authenticate =
  (deps: Deps): MiddlewareHandler<Env> =>
  async (c, next) => {
    const token = /^Bearer +([\w.~+/=-]{1,500})$/i.exec(c.req.header('authorization') ?? '')?.[1]
    if (token === undefined)
      throw new UnauthenticatedError('auth.missing-token', 'This needs a bearer token.', {
        hint: 'Send the header "Authorization: Bearer <token>"; cli-apps-registry token create makes one.',
      })
    const actor = await verifyToken(deps.db, deps.now(), token)
    limitWrites(deps, c, actor.user)
    c.set('actor', actor)
    await next()
  }

/** Sets the actor if the request has a token. A token that is not valid is refused. */
export function identifyCaller(deps: Deps): MiddlewareHandler<Env> {
  const check = authenticate(deps)
  return (c, next) => (c.req.header('authorization') === undefined ? next() : check(c, next))
}
