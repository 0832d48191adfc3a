import type { Dispatcher } from 'undici'
import { isAppError, UnavailableError } from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'
import { networkReason } from './network-reason.ts'
import { findProxy, proxyName, proxyToken } from './proxy.ts'

const dispatchers = new Map<string, Dispatcher>()

/**
 * Requests `url` through the environment's proxy; without one, `ask` gets no dispatcher. Throws `network.proxy` if the proxy
 * fails.
 */
export async function askThroughProxy<Answer>(
  url: string,
  signal: AbortSignal | null | undefined,
  ask: (dispatcher: Dispatcher | undefined) => Promise<Answer>,
): Promise<Answer> {
  const proxy = findProxy(url, process.env)
  const dispatcher = proxy && (await dispatcherFor(proxy))
  try {
    return await ask(dispatcher)
  } catch (error) {
    if (proxy === undefined || signal?.aborted || isAppError(error)) throw error
    throw new UnavailableError(
      'network.proxy',
      t('network.proxy', '{origin} cannot be reached through the proxy {proxy}: {error}.', {
        origin: new URL(url).origin,
        proxy: proxyName(proxy),
        error: networkReason(error),
      }),
      {
        hint: t(
          'network.proxy.hint',
          'Check HTTPS_PROXY, with user and password if it requires them, or except the host in NO_PROXY.',
        ),
        cause: error,
      },
    )
  }
}

/** One dispatcher per proxy, so that connections are reused. */
async function dispatcherFor(proxy: URL): Promise<Dispatcher> {
  const known = dispatchers.get(proxy.href)
  if (known !== undefined) return known
  const { ProxyAgent } = await import('./undici.ts')
  const dispatcher = new ProxyAgent(proxyOptions(proxy))
  dispatchers.set(proxy.href, dispatcher)
  return dispatcher
}

interface ProxyOptions {
  uri: string
  token?: string
  username?: string
  password?: string
}

function proxyOptions(proxy: URL): ProxyOptions {
  // SOCKS has its own authentication, and undici takes credentials from the URL without decoding them.
  if (proxy.protocol.startsWith('socks')) {
    const [username, password] = [proxy.username, proxy.password].map(decodeURIComponent)
    return { uri: `${proxyName(proxy)}/`, ...(username && password && { username, password }) }
  }
  const token = proxyToken(proxy)
  return { uri: `${proxyName(proxy)}/`, ...(token !== undefined && { token }) }
}
