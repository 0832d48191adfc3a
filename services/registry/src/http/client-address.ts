import { isIP, isIPv6 } from 'node:net'
import type { RequestContext } from './env.ts'

/** The client as rate limits count it: an IPv4 address, or the /64 network of an IPv6 address. */
export type ClientAddress = (c: RequestContext) => string

/**
 * Returns the address of the peer. Behind `trustedProxies` proxies, it is the address that the outermost proxy saw:
 * that many entries from the right of X-Forwarded-For, since clients can forge everything to the left.
 */
export function createClientAddress(trustedProxies: number): ClientAddress {
  return (c) => {
    const peer = c.env?.incoming?.socket.remoteAddress ?? ''
    if (trustedProxies === 0) return networkOf(peer)
    const seen = c.req.header('x-forwarded-for')?.split(',').at(-trustedProxies)?.trim() ?? ''
    return networkOf(isIP(seen) === 0 ? peer : seen)
  }
}

/** One household or server usually has a whole IPv6 /64. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::')
  const [left, right] = [head, tail ?? ''].map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = tail === undefined ? 0 : 8 - (left?.length ?? 0) - (right?.length ?? 0)
  const groups = [...(left ?? []), ...Array<string>(Math.max(0, zeros)).fill('0'), ...(right ?? [])]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
