import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Deps } from '../../deps.ts'
import type { RequestContext } from '../env.ts'
import { publicOrigin } from './public-origin.ts'

type Site = Pick<Deps, 'publicUrl' | 'now'>

/** A secret that a browser keeps for us, and scripts cannot read. */
interface SecretCookie {
  /**
   * Returns what a browser sends. Where the site is known to have https, only the cookie with the `__Host-` prefix
   * counts, which no other host can set.
   */
  read(c: RequestContext, deps: Site): string | undefined
  /** Keeps the secret in the browser until then. Only https has the `__Host-` prefix and `Secure`. */
  keep(c: RequestContext, deps: Site, value: { secret: string; expiresAt: Date }): void
  drop(c: RequestContext): void
}

function secretCookie(name: string, sameSite: 'Strict' | 'Lax'): SecretCookie {
  const options = { path: '/', httpOnly: true, sameSite }
  return {
    read: (c, deps) => getCookie(c, name, 'host') ?? (isHttps(c, deps) ? undefined : getCookie(c, name)),
    keep: (c, deps, { secret, expiresAt }) => {
      const prefix = isHttps(c, deps) ? ({ secure: true, prefix: 'host' } as const) : {}
      // As a duration: the clocks of browsers differ.
      const maxAge = Math.max(1, Math.floor((expiresAt.getTime() - deps.now().getTime()) / 1000))
      setCookie(c, name, secret, { ...options, ...prefix, maxAge })
    },
    drop: (c) => {
      if (getCookie(c, name, 'host') !== undefined)
        deleteCookie(c, name, { ...options, secure: true, prefix: 'host' })
      if (getCookie(c, name) !== undefined) deleteCookie(c, name, options)
    },
  }
}

/** Browsers name the address that they see in `Origin`, also behind a proxy that ends https. */
const isHttps = (c: RequestContext, deps: Site): boolean =>
  [publicOrigin(c, deps), c.req.header('origin')].some((origin) => origin?.startsWith('https:'))

/** Of the session of a person who is signed in. */
export const sessionCookie = secretCookie('session', 'Strict')

/** Of a sign-in at the identity provider, from whose site the browser comes back. */
export const attemptCookie = secretCookie('sign-in', 'Lax')

/** Of a proven identity whose person chooses an account. */
export const identityCookie = secretCookie('identity', 'Strict')
