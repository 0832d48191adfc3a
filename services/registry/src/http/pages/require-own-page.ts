import { ForbiddenError } from '@cli-apps/core'
import type { MiddlewareHandler } from 'hono'
import { csrf } from 'hono/csrf'
import type { Deps } from '../../deps.ts'
import type { Env, RequestContext } from '../env.ts'
import { publicOrigin } from './public-origin.ts'

/**
 * Refuses forms that pages of other sites send. Browsers say in `Sec-Fetch-Site` or `Origin` where a form was, and a
 * request that says neither is refused, too.
 */
export function requireOwnPage(deps: Pick<Deps, 'publicUrl'>): MiddlewareHandler<Env> {
  const check = csrf({
    origin: (origin, c) => origin === new URL(publicOrigin(c as RequestContext, deps)).origin,
  })
  return async (c, next) => {
    let isOwn = false
    await check(c, async () => {
      isOwn = true
    }).catch(() => {})
    if (!isOwn)
      throw new ForbiddenError('origin.foreign', 'This form was not sent by a page of this registry.', {
        hint: 'Open the page here and send its form. An operator behind a proxy sets --public-url.',
      })
    await next()
  }
}
