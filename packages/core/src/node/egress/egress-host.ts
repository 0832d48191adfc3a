import { addressReach } from '../../address-reach.ts'

/** A host that a confined program may connect to. */
export interface EgressHost {
  /** As WHATWG URLs write it, without brackets. */
  hostname: string
  port: number
  /** The user or this program named it, so its name may lead into a private network; what a package names has to be public. */
  mayBePrivate: boolean
}

export interface Authority {
  hostname: string
  port: number
}

/** The host that a URL is fetched from. `URL` rewrites every notation of an address to one. */
export function authorityOf({ hostname, port, protocol }: URL): Authority {
  return {
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (protocol === 'http:' ? 80 : 443),
  }
}

/** Hosts of these URLs; what is not an http or https URL is left out. */
export const egressHosts = (
  urls: readonly string[],
  { mayBePrivate }: Pick<EgressHost, 'mayBePrivate'>,
): EgressHost[] =>
  urls.flatMap((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    return url !== undefined && /^https?:$/.test(url.protocol) ? [{ ...authorityOf(url), mayBePrivate }] : []
  })

/** The target of a CONNECT request, `host:port`; `undefined` where it is malformed. */
export function parseAuthority(text: string): Authority | undefined {
  if (!/^(\[[0-9a-f:.]+\]|[a-z0-9._-]+):[1-9]\d{0,4}$/i.test(text)) return undefined
  const url = `https://${text}`
  if (!URL.canParse(url)) return undefined
  return authorityOf(new URL(url))
}

/** `host:port`, as a person reads it. */
export const authorityText = ({ hostname, port }: Authority): string =>
  `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`

/** Hosts each once; one that may be private stays so. */
export function uniqueHosts(hosts: readonly EgressHost[]): EgressHost[] {
  const byName = new Map<string, EgressHost>()
  for (const host of hosts) {
    const known = byName.get(authorityText(host))
    byName.set(authorityText(host), known?.mayBePrivate ? known : host)
  }
  return [...byName.values()]
}

/**
 * May this address be connected to for this host? Names of registries may lead into a private network, as those of companies do.
 * A name that leads to this machine says so itself: a name server cannot make it so.
 */
export function mayReach({ hostname, mayBePrivate }: EgressHost, address: string): boolean {
  const reach = addressReach(address)
  if (reach === 'public') return true
  const named =
    hostname === 'localhost' || hostname.endsWith('.localhost') || addressReach(hostname) === 'local'
  return mayBePrivate && (reach === 'private' || (reach === 'local' && named))
}
