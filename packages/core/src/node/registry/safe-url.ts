import { ForbiddenError } from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

export const isLoopback = (hostname: string): boolean => loopback.test(hostname)

/** Plain http carries no proof of who answers, so it is for this machine alone. */
export function requireSafeUrl(url: string): void {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return
  throw new ForbiddenError(
    'network.plain-http',
    t('network.plain-http', '{url} is neither https nor on this machine.', { url }),
    {
      hint: t('network.plain-http.hint', 'Use an https URL.'),
    },
  )
}
