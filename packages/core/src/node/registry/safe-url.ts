import { ForbiddenError } from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

export const isLoopback = (hostname: string): boolean => loopback.test(hostname)

/** Requires https: plain http does not authenticate the server, so it is allowed on this machine only. */
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
