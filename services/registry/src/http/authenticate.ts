import { UnauthenticatedError } from '@cli-apps/core'
import type { MiddlewareHandler } from 'hono'
import { verifyToken } from '../auth/tokens.ts'
import type { Deps } from '../deps.ts'
import type { Env } from './env.ts'

/** Lets only requests with a good bearer token through, and says whose it is. */
export const authenticate =
  ({ db, now }: Deps): MiddlewareHandler<Env> =>
  async (c, next) => {
    const token = /^Bearer +([\w.~+/=-]{1,500})$/i.exec(c.req.header('authorization') ?? '')?.[1]
    if (token === undefined)
      throw new UnauthenticatedError('auth.missing-token', 'This needs a bearer token.', {
        hint: 'Send the header "Authorization: Bearer <token>"; cli-apps-registry token create makes one.',
      })
    c.set('actor', await verifyToken(db, now(), token))
    await next()
  }

/** Says whose token it is where the request has one, which must be good then. */
export function identify(deps: Deps): MiddlewareHandler<Env> {
  const check = authenticate(deps)
  return (c, next) => (c.req.header('authorization') === undefined ? next() : check(c, next))
}
