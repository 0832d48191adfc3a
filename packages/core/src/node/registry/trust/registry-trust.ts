import {
  type IndexDocument,
  type PublicKey,
  registryPaths,
  type Signature,
  type VersionDocument,
} from '../../../api.ts'
import { IntegrityError } from '../../../errors.ts'
import { indexPayload, versionPayload } from '../../../signing.ts'
import type { DocumentSource } from '../document-source.ts'
import { acceptKeys, isInUse, readKeys } from './accept-keys.ts'
import { readTrust, trustFile, writeTrust } from './pinned-trust.ts'
import { requireSignature } from './require-signature.ts'

/** Holds a registry to the keys that it was first met with. One that serves no keys, and never did, is taken unsigned. */
export interface RegistryTrust {
  /** Proves an index and that it is not older than one seen before. `json` is the document as received. */
  requireIndex(json: Record<string, unknown>, index: IndexDocument, fresh: boolean): Promise<void>
  /** The signature that proves a version; `null` from a registry that does not sign. */
  requireVersion(document: VersionDocument, what: string, fresh: boolean): Promise<Signature | null>
}

export interface TrustOptions {
  location: string
  /** Folder that remembers what registries sign with. */
  trustFolder: string
}

export function registryTrust(
  source: DocumentSource,
  { location, trustFolder }: TrustOptions,
): RegistryTrust {
  const file = trustFile(trustFolder, location)
  let loaded: Promise<PublicKey[]> | undefined

  const load = async (fresh: boolean): Promise<PublicKey[]> => {
    const served = await source.read(registryPaths.keys(), (text) => readKeys(text, location), {
      fresh,
      isOptional: true,
    })
    const known = await readTrust(trustFolder, location)
    const keys = acceptKeys(served ?? [], known.keys, { location, file, now: new Date() })
    if (JSON.stringify(keys) !== JSON.stringify(known.keys))
      await writeTrust(trustFolder, location, { ...known, keys })
    return keys
  }
  const trustedKeys = (fresh: boolean): Promise<PublicKey[]> => {
    if (fresh) loaded = undefined
    loaded ??= load(fresh)
    return loaded
  }

  const requireNewest = async (serial: number): Promise<void> => {
    const known = await readTrust(trustFolder, location)
    if (serial > known.serial) return writeTrust(trustFolder, location, { ...known, serial })
    if (serial === known.serial) return
    throw new IntegrityError(
      'trust.rolled-back',
      `${location} serves index ${serial}, older than ${known.serial}, which this machine has seen.`,
      {
        hint: `Try again in a minute, as a cache may be late. If its operator went back to a backup, delete ${file}.`,
        details: { served: serial, seen: known.serial },
      },
    )
  }

  return {
    async requireIndex(json, { signatures, serial }, fresh) {
      const keys = await trustedKeys(fresh)
      if (keys.length === 0) return
      const current = keys.filter((key) => isInUse(key, new Date()))
      const signed = { payload: indexPayload(json), signatures, what: 'the index', location }
      requireSignature(signed, current)
      await requireNewest(serial)
    },
    async requireVersion({ manifest, signatures }, what, fresh) {
      const keys = await trustedKeys(fresh)
      if (keys.length === 0) return null
      return requireSignature({ payload: versionPayload(manifest), signatures, what, location }, keys)
    },
  }
}
