import { isIP, isIPv6 } from 'node:net'
import type { RequestContext } from './env.ts'

/** Who sent a request, as rate limits count it: an IPv4 address, or the 64-bit network of an IPv6 one. */
export type ClientAddress = (c: RequestContext) => string

/**
 * The address at the other end of the connection. Behind `trustedProxies` proxies of the operator's own it is the one that
 * the outermost of them saw: that many from the right of X-Forwarded-For, since whatever is left of it anybody may write.
 */
export function createClientAddress(trustedProxies: number): ClientAddress {
  return (c) => {
    const peer = c.env?.incoming?.socket.remoteAddress ?? ''
    if (trustedProxies === 0) return networkOf(peer)
    const seen = c.req.header('x-forwarded-for')?.split(',').at(-trustedProxies)?.trim() ?? ''
    return networkOf(isIP(seen) === 0 ? peer : seen)
  }
}

/** One household or server has a whole /64 of IPv6. */
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
