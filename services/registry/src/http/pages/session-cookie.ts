import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Deps } from '../../deps.ts'
import type { RequestContext } from '../env.ts'
import { publicOrigin } from './public-origin.ts'

const name = 'session'
const options = { path: '/', httpOnly: true, sameSite: 'Strict' } as const

type Site = Pick<Deps, 'publicUrl' | 'now'>

/**
 * The secret of the session that a browser sends. Where the site is known to have https, only the cookie with the `__Host-` prefix counts,
 * which no other host can set.
 */
export const readSessionCookie = (c: RequestContext, deps: Site): string | undefined =>
  getCookie(c, name, 'host') ?? (isHttps(c, deps) ? undefined : getCookie(c, name))

/** Keeps the secret in the browser until the session ends. Only https has the `__Host-` prefix and `Secure`. */
export function keepSessionCookie(
  c: RequestContext,
  deps: Site,
  { secret, expiresAt }: { secret: string; expiresAt: Date },
): void {
  const prefix = isHttps(c, deps) ? ({ secure: true, prefix: 'host' } as const) : {}
  // As a duration: the clocks of browsers differ.
  const maxAge = Math.max(1, Math.floor((expiresAt.getTime() - deps.now().getTime()) / 1000))
  setCookie(c, name, secret, { ...options, ...prefix, maxAge })
}

export function dropSessionCookie(c: RequestContext): void {
  if (getCookie(c, name, 'host') !== undefined)
    deleteCookie(c, name, { ...options, secure: true, prefix: 'host' })
  if (getCookie(c, name) !== undefined) deleteCookie(c, name, options)
}

/** Browsers name the address that they see in `Origin`, also behind a proxy that ends https. */
const isHttps = (c: RequestContext, deps: Site): boolean =>
  [publicOrigin(c, deps), c.req.header('origin')].some((origin) => origin?.startsWith('https:'))
