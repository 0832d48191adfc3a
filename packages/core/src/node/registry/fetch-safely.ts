import type { EnvHttpProxyAgent, RequestInit, Response } from 'undici'
import { UnavailableError } from '../../errors.ts'
import { requireSafeUrl } from './safe-url.ts'

const mostRedirects = 10
let agent: EnvHttpProxyAgent | undefined

/**
 * `fetch` over https, or http on loopback, with proxies from the environment. Redirects are followed for GET alone,
 * unless `redirect` is `manual`, and each hop is checked before it is asked. Throws `ForbiddenError` `network.plain-http`, `UnavailableError`
 * `network.redirects`, and whatever undici throws.
 */
export async function fetchSafely(
  url: string,
  { redirects = mostRedirects, ...init }: RequestInit & { redirects?: number } = {},
): Promise<Response> {
  const { EnvHttpProxyAgent, fetch } = await import('./undici.ts')
  agent ??= new EnvHttpProxyAgent()
  let at = url
  for (let hop = 0; hop <= redirects; hop++) {
    requireSafeUrl(at)
    const response = await fetch(at, { ...init, dispatcher: agent, redirect: 'manual' })
    const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
    const isFollowed = init.redirect !== 'manual' && (init.method ?? 'GET') === 'GET'
    if (location === null || !isFollowed || !URL.canParse(location, at)) return response
    await response.body?.cancel()
    at = new URL(location, at).href
  }
  throw new UnavailableError('network.redirects', `${url} redirects more than ${redirects} times.`, {
    hint: 'Check the address.',
  })
}
