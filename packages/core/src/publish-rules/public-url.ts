import ipaddr from 'ipaddr.js'
import { jsonPath } from '../errors/issues.ts'
import type { AppManifest } from '../manifest/manifest.ts'
import { t } from '../messages/t.ts'
import type { PublishRule } from './publish-rule.ts'

export const publicUrl: PublishRule = {
  id: 'publish.private-url',
  refuses:
    'a URL whose host is not public (loopback, private, link-local, shared and multicast addresses in any notation, single words, `.local`, `.internal` and the like) or whose port is not 443',
  approvable: false,
  check: ({ manifest }) =>
    urlsOf(manifest).flatMap(({ path, url }) => {
      const message = whyNotPublic(new URL(url))
      return message === undefined
        ? []
        : [{ path: jsonPath(path), message, hint: t('public-url.hint', 'Use a public https address.') }]
    }),
}

interface UrlAt {
  path: PropertyKey[]
  url: string
}

/** Every URL of a manifest; the schema has seen to it that each is https and carries no credentials. */
function urlsOf(manifest: Partial<AppManifest>): UrlAt[] {
  const links = (['homepage', 'repository', 'docs'] as const).flatMap((key): UrlAt[] => {
    const url = manifest[key]
    return url === undefined ? [] : [{ path: [key], url }]
  })
  const sources = (manifest.install ?? []).flatMap((method, index): UrlAt[] => {
    if ('git' in method) return [{ path: ['install', index, 'git'], url: method.git }]
    if (method.method !== 'binary') return []
    return Object.entries(method.platforms).flatMap(([platform, { url, checksums }]) => {
      const at = ['install', index, 'platforms', platform]
      const file = checksums === undefined ? [] : [{ path: [...at, 'checksums', 'url'], url: checksums.url }]
      return [{ path: [...at, 'url'], url }, ...file]
    })
  })
  return [...links, ...sources]
}

const privateEndings =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|lan|home|corp|home\.arpa|onion)$/
/** Public names that answer with whatever address is written in front of them, or with this machine's. */
const mirrorEndings = /(^|\.)(nip\.io|sslip\.io|xip\.io|traefik\.me|localtest\.me|lvh\.me|vcap\.me)$/

/** Why a URL is not one that everybody can reach by https; `undefined` where it is. */
export function whyNotPublic({ hostname, port }: URL): string | undefined {
  if (port !== '')
    return t('public-url.has-port-only-allowed', 'has the port {port}; only 443 is allowed', { port })
  // WHATWG URLs have made decimal, octal and hexadecimal hosts dotted ones.
  const address = hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(address)) {
    const range = rangeOf(ipaddr.parse(address))
    return range === 'unicast'
      ? undefined
      : t('public-url.not-public-address', '{hostname} is not a public address ({range})', {
          hostname,
          range,
        })
  }
  const host = hostname.replace(/\.+$/, '')
  if (mirrorEndings.test(host))
    return t(
      'public-url.stands-any-address-written',
      '{hostname} stands for any address that is written before it',
      { hostname },
    )
  return !host.includes('.') || privateEndings.test(host)
    ? t('public-url.not-public-host', '{hostname} is not a public host', { hostname })
    : undefined
}

const [globalNet, globalBits] = ipaddr.IPv6.parseCIDR('2000::/3')
/** The sixth group of an address that ends in an IPv4 one (ISATAP, RFC 5214). */
const isatap = 0x5efe

/** What an address is for. Of IPv6 only what is given to the public counts: an older form may hide an IPv4 address. */
function rangeOf(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  const range = address.range()
  if (range !== 'unicast' || !(address instanceof ipaddr.IPv6)) return range
  const isGlobal = address.match(globalNet, globalBits) && address.parts[5] !== isatap
  return isGlobal ? range : 'reserved'
}
