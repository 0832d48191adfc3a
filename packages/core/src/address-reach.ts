import ipaddr from 'ipaddr.js'

/** The scope of an IP address: the internet, a private network, or this machine and its link. */
type AddressReach = 'public' | 'private' | 'local'

const privateRanges: readonly string[] = ['private', 'uniqueLocal', 'carrierGradeNat', 'reserved']

/**
 * Returns the scope of an address in any notation; `undefined` for anything else. Other special ranges count as local.
 */
export function addressReach(address: string): AddressReach | undefined {
  if (!ipaddr.isValid(address)) return undefined
  const range = ipaddr.process(address).range()
  if (range === 'unicast') return 'public'
  return privateRanges.includes(range) ? 'private' : 'local'
}
