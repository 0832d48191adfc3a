import { BlockList, isIPv4 } from 'node:net'
import { UsageError } from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'
import { isLoopback } from './safe-url.ts'

type Environment = Readonly<Record<string, string | undefined>>

const protocols = ['http:', 'https:', 'socks5:', 'socks:']

/**
 * Returns the environment's proxy for a URL, or `undefined`. Requests to this machine never use one: a proxy would
 * reach its own machine. Throws `UsageError` `network.bad-proxy`.
 */
export function findProxy(url: string, environment: Environment): URL | undefined {
  const target = new URL(url)
  const kind = target.protocol === 'https:' ? 'https_proxy' : 'http_proxy'
  const text = setting(environment, kind) ?? setting(environment, 'all_proxy')
  if (text === undefined || isLoopback(target.hostname)) return undefined
  if (isExcepted(target, setting(environment, 'no_proxy') ?? '')) return undefined
  return parseProxy(text)
}

/** The lowercase name takes precedence, as in curl. */
const setting = (environment: Environment, name: string): string | undefined =>
  environment[name] || environment[name.toUpperCase()] || undefined

function parseProxy(text: string): URL {
  // The proxy resolves names in any case, which is all the "h" means.
  const withScheme = text.includes('://') ? text.replace(/^socks5h:/i, 'socks5:') : `http://${text}`
  const proxy = URL.canParse(withScheme) ? new URL(withScheme) : undefined
  if (proxy !== undefined && proxy.hostname !== '' && protocols.includes(proxy.protocol)) return proxy
  // Not even an invalid value is shown: it may contain a password.
  throw new UsageError(
    'network.bad-proxy',
    t('network.bad-proxy', 'The proxy in the environment is not a valid proxy URL.'),
    {
      hint: t(
        'network.bad-proxy.hint',
        'Set HTTPS_PROXY to a URL like http://proxy.example:3128, or unset it.',
      ),
    },
  )
}

/**
 * Whether `NO_PROXY` lists the target: as a name with its subdomains, an address or a network, each with an optional
 * port.
 */
function isExcepted({ hostname, port, protocol }: URL, exceptions: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  const targetPort = port || (protocol === 'https:' ? '443' : '80')
  return exceptions
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true
      const [, name = entry, onPort] = /^(\[[^\]]*\]|[^:]*):(\d+)$/.exec(entry) ?? []
      if (onPort !== undefined && onPort !== targetPort) return false
      const pattern = name.replace(/^\[|\]$/g, '').replace(/^\*?\./, '')
      return host === pattern || host.endsWith(`.${pattern}`) || isInNetwork(host, pattern)
    })
}

function isInNetwork(host: string, pattern: string): boolean {
  const [, network = '', bits = ''] = /^([\d.]+)\/(\d+)$/.exec(pattern) ?? []
  if (!isIPv4(host) || !isIPv4(network) || Number(bits) > 32) return false
  const list = new BlockList()
  list.addSubnet(network, Number(bits))
  return list.check(host)
}

/** A proxy without user and password, for display. */
export const proxyName = ({ protocol, host }: URL): string => `${protocol}//${host}`

/** The proxy's authorization header, from its URL. */
export function proxyToken({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return `Basic ${Buffer.from(text).toString('base64')}`
}
