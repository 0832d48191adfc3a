import { ForbiddenError, UnavailableError } from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'
import { isLoopback, requireSafeUrl } from './safe-url.ts'

const usualRedirects = 10

interface RedirectAsker<Answer> {
  ask(url: string): Promise<Answer>
  /** The target of a redirect, or null. */
  location(answer: Answer): string | null | undefined
  /** Discards the body of a redirect. */
  discard(answer: Answer): Promise<void>
}

/** Requests a URL and follows redirects, checking each hop before requesting it. */
export async function followRedirects<Answer>(
  url: string,
  redirects: number = usualRedirects,
  { ask, location, discard }: RedirectAsker<Answer>,
): Promise<Answer> {
  let at = url
  for (let hop = 0; hop <= redirects; hop++) {
    requireSafeUrl(at)
    const answer = await ask(at)
    const next = location(answer)
    if (next == null || !URL.canParse(next, at)) return answer
    await discard(answer)
    const target = new URL(next, at)
    requireSameMachine(new URL(at), target)
    at = target.href
  }
  throw new UnavailableError(
    'network.redirects',
    t('network.redirects', '{url} redirects more than {redirects} times.', { url, redirects }),
    {
      hint: t('registry.not-found.hint', 'Check the address.'),
    },
  )
}

/** A remote server must not redirect to services on this machine. */
function requireSameMachine(from: URL, to: URL): void {
  if (isLoopback(from.hostname) || !isLoopback(to.hostname)) return
  throw new ForbiddenError(
    'network.local-redirect',
    t('network.local-redirect', '{origin} redirects to this very machine: {href}.', {
      origin: from.origin,
      href: to.href,
    }),
    { hint: t('network.local-redirect.hint', 'Do not use this address; tell who gave it to you.') },
  )
}
