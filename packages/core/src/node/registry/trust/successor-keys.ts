import { type KeyId, registryPaths } from '../../../documents/api.ts'
import type { DocumentSource } from '../document-source.ts'
import { isInUse, isVouchedFor, readKeys } from './accept-keys.ts'
import { readTrust } from './pinned-trust.ts'
import type { TrustOptions } from './registry-trust.ts'

/**
 * The keys of a registry that speak for the one which signed with `key`: that key, and those that it vouches for, directly
 * or through others; none where it is not served. What else is listed speaks for nobody, for anybody can list a key.
 * `knownAt` is where this machine may have met the key, and learnt of others since.
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
  // They are served oldest first, and a key is vouched for by older ones.
  for (const one of served) {
    if (accepted.some(({ public_key }) => public_key === one.public_key) || !isVouchedFor(one, vouching))
      continue
    accepted.push(one)
    vouching.push(one)
  }
  return accepted.map(({ id }) => id)
}
