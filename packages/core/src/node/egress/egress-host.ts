import { addressReach } from '../../address-reach.ts'

/** A host that a confined program may connect to. */
export interface EgressHost {
  /** In the form of WHATWG URLs, without brackets. */
  hostname: string
  port: number
  /**
   * The user or this program named it, so it may resolve to a private address; hosts named by a package must be public.
   */
  mayBePrivate: boolean
}

export interface Authority {
  hostname: string
  port: number
}

/** The host and port of a URL. `URL` normalizes every notation of an address. */
export function authorityOf({ hostname, port, protocol }: URL): Authority {
  return {
    // A name with its final dot is the same name.
    hostname: hostname.replace(/^\[|\]$|\.$/g, ''),
    port: Number(port) || (protocol === 'http:' ? 80 : 443),
  }
}

/** The hosts of these URLs, except those that are not http or https. */
export const egressHosts = (
  urls: readonly string[],
  { mayBePrivate }: Pick<EgressHost, 'mayBePrivate'>,
): EgressHost[] =>
  urls.flatMap((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    return url !== undefined && /^https?:$/.test(url.protocol) ? [{ ...authorityOf(url), mayBePrivate }] : []
  })

/**
 * The hosts that a manifest declares: on ports 80 and 443 where it names none. A name must resolve to public addresses;
 * only an address, or `localhost`, denotes something private.
 */
export const declaredHosts = (declared: readonly string[]): EgressHost[] =>
  declared.flatMap((text) => {
    const [, name = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(text) ?? []
    const hostname = name.replace(/^\[|\]$/g, '')
    const mayBePrivate = hostname === 'localhost' || addressReach(hostname) !== undefined
    const ports = port === undefined ? [443, 80] : [Number(port)]
    return ports.map((one) => ({ hostname, port: one, mayBePrivate }))
  })

/** Whether a host is the allowed one, or lies below it where that begins with `*.`. */
export const allowsHost = (allowed: Authority, { hostname, port }: Authority): boolean =>
  port === allowed.port &&
  (allowed.hostname.startsWith('*.')
    ? hostname.length >= allowed.hostname.length && hostname.endsWith(allowed.hostname.slice(1))
    : hostname === allowed.hostname)

/** Parses the target of a CONNECT request, `host:port`; `undefined` if it is malformed. */
export function parseAuthority(text: string): Authority | undefined {
  if (!/^(\[[0-9a-f:.]+\]|[a-z0-9._-]+):[1-9]\d{0,4}$/i.test(text)) return undefined
  const url = `https://${text}`
  if (!URL.canParse(url)) return undefined
  return authorityOf(new URL(url))
}

/** `host:port` for display. */
export const authorityText = ({ hostname, port }: Authority): string =>
  `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`

/** Removes duplicates; a host that may be private stays so. */
export function uniqueHosts(hosts: readonly EgressHost[]): EgressHost[] {
  const byName = new Map<string, EgressHost>()
  for (const host of hosts) {
    const known = byName.get(authorityText(host))
    byName.set(authorityText(host), known?.mayBePrivate ? known : host)
  }
  return [...byName.values()]
}

/**
 * Whether this address may be connected to for this host. Names of registries may resolve to private networks, as in
 * companies. Only names that denote this machine themselves may resolve to it; DNS cannot make others do so.
 */
export function mayReach({ hostname, mayBePrivate }: EgressHost, address: string): boolean {
  const reach = addressReach(address)
  if (reach === 'public') return true
  const named =
    hostname === 'localhost' || hostname.endsWith('.localhost') || addressReach(hostname) === 'local'
  return mayBePrivate && (reach === 'private' || (reach === 'local' && named))
}
