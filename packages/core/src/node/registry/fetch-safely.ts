import type { Dispatcher, RequestInit, Response, fetch as undiciFetch } from 'undici'
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
  const isFollowing = init.redirect !== 'manual' && (init.method ?? 'GET') === 'GET'
  return followRedirects(url, isFollowing ? redirects : undefined, {
    ask: (at) =>
      askThroughProxy(at, init.signal, (dispatcher) =>
        fetchBy(dispatcher, at, { ...init, redirect: 'manual' }),
      ),
    location: ({ status, headers }) =>
      isFollowing && status >= 300 && status < 400 ? headers.get('location') : null,
    discard: async (response) => response.body?.cancel(),
  })
}

/** Without a proxy by Node's own undici, which loads in a fifth of the time. */
async function fetchBy(
  dispatcher: Dispatcher | undefined,
  url: string,
  init: RequestInit,
): Promise<Response> {
  if (dispatcher === undefined) return (globalThis.fetch as unknown as typeof undiciFetch)(url, init)
  const { fetch } = await import('./undici.ts')
  return fetch(url, { ...init, dispatcher })
}
