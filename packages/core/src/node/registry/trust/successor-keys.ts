import type { KeyId } from '../../../documents/keys.ts'
import { registryPaths } from '../../../documents/registry-paths.ts'
import type { DocumentSource } from '../document-source.ts'
import { isInUse, isVouchedFor, readKeys } from './accept-keys.ts'
import { readTrust } from './pinned-trust.ts'
import type { TrustOptions } from './registry-trust.ts'

/**
 * Returns the keys of the registry that signed with `key`: that key, and those it vouches for, directly or through
 * others; empty if it is not served. Other listed keys prove nothing, since anyone can list a key. `knownAt` is where
 * this machine may have trusted the key before, and learned of others since.
 */
export async function successorKeys(
  source: DocumentSource,
  { key, knownAt }: { key: KeyId; knownAt: string },
  { location, trustFolder }: TrustOptions,
): Promise<KeyId[]> {
  const served = (await source.read(registryPaths.keys(), (text) => readKeys(text, location)))?.keys ?? []
  const own = served.find(({ id }) => id === key)
  if (own === undefined) return []
  const { keys: known } = await readTrust(trustFolder, knownAt)
  const isKnown = known.some(({ id }) => id === key)
  const accepted = isKnown ? [...known] : [own]
  const vouching = isKnown ? known.filter((one) => isInUse(one, new Date())) : [own]
  // Keys are served oldest first, and older ones vouch for newer ones.
  for (const one of served) {
    if (accepted.some(({ public_key }) => public_key === one.public_key) || !isVouchedFor(one, vouching))
      continue
    accepted.push(one)
    vouching.push(one)
  }
  return accepted.map(({ id }) => id)
}
