import ipaddr from 'ipaddr.js'

/** Who an IP address leads to: everybody's network, a network of one's own, or this machine and its link. */
type AddressReach = 'public' | 'private' | 'local'

const privateRanges: readonly string[] = ['private', 'uniqueLocal', 'carrierGradeNat', 'reserved']

/** The reach of an address in any notation; `undefined` for what is not an address. Other special ranges count as local. */
export function addressReach(address: string): AddressReach | undefined {
  if (!ipaddr.isValid(address)) return undefined
  const range = ipaddr.process(address).range()
  if (range === 'unicast') return 'public'
  return privateRanges.includes(range) ? 'private' : 'local'
}
