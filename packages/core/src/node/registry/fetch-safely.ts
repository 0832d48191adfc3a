import type { RequestInit, Response } from 'undici'
import { askThroughProxy } from './ask-through-proxy.ts'
import { followRedirects } from './follow-redirects.ts'

/**
 * `fetch` over https, or http on loopback, through the environment's proxy. Follows redirects only for GET, unless
 * `redirect` is `manual`, and checks each hop before requesting it. Throws `ForbiddenError` `network.plain-http` or
 * `network.local-redirect`, `UnavailableError` `network.redirects` or `network.proxy`, and errors of undici.
 */
export async function fetchSafely(
  url: string,
  { redirects, ...init }: RequestInit & { redirects?: number } = {},
): Promise<Response> {
  const { fetch } = await import('./undici.ts')
  const isFollowing = init.redirect !== 'manual' && (init.method ?? 'GET') === 'GET'
  return followRedirects(url, isFollowing ? redirects : undefined, {
    ask: (at) =>
      askThroughProxy(at, init.signal, (dispatcher) =>
        fetch(at, { ...init, dispatcher, redirect: 'manual' }),
      ),
    location: ({ status, headers }) =>
      isFollowing && status >= 300 && status < 400 ? headers.get('location') : null,
    discard: async (response) => response.body?.cancel(),
  })
}
