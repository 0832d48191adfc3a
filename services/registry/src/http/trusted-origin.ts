import { isIP } from 'node:net'
import { ForbiddenError } from '@cli-apps/core'
import type { MiddlewareHandler } from 'hono'
import type { Deps } from '../deps.ts'
import type { Env } from './env.ts'

/**
 * Refuses requests from pages of other sites, including DNS rebinding: browsers always send the page's `Origin`, other
 * programs send none.
 */
export const requireTrustedOrigin =
  ({ publicUrl }: Pick<Deps, 'publicUrl'>): MiddlewareHandler<Env> =>
  (c, next) => {
    const origin = c.req.header('origin')
    if (origin === undefined || isTrustedOrigin(origin, publicUrl)) return next()
    throw new ForbiddenError('origin.foreign', 'Pages of other sites may not use this endpoint.', {
      hint: 'Send the request from a program, or from a page of this registry or of this machine.',
    })
  }

/** Whether an origin is the registry's own or a page on this machine. */
export function isTrustedOrigin(origin: string, publicUrl: string | undefined): boolean {
  if (!URL.canParse(origin)) return false
  const { hostname, origin: own } = new URL(origin)
  if (publicUrl !== undefined && own === new URL(publicUrl).origin) return true
  return (
    hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'))
  )
}
