import { ForbiddenError, UnavailableError } from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'
import { isLoopback, requireSafeUrl } from './safe-url.ts'

const usualRedirects = 10

interface RedirectAsker<Answer> {
  ask(url: string): Promise<Answer>
  /** Where the answer sends us on to, or null. */
  location(answer: Answer): string | null | undefined
  /** Lets go of an answer that only sends us on. */
  discard(answer: Answer): Promise<void>
}

/** Asks a URL, and on from there, each hop checked before it is asked. */
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

/** A server elsewhere has no business with the services of this machine. */
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
