import { verify } from 'node:crypto'
import { t } from '@cli-apps/core'
import { badProof, type NpmDist, type NpmRelease } from './npm-release.ts'
import type { NpmKey } from './sigstore-trust.ts'

/**
 * Verifies the npm registry's signature of name, version and integrity by ECDSA over SHA-256 (docs.npmjs.com, "About
 * ECDSA registry signatures"). Returns the id of the key, or `undefined` for an unsigned release. Throws
 * `IntegrityError` `npm.bad-signature`, even for an unknown key.
 */
export function verifyNpmSignature(
  release: NpmRelease,
  signatures: NpmDist['signatures'],
  { keys, published }: { keys: ReadonlyMap<string, NpmKey>; published: Date | undefined },
): string | undefined {
  if (signatures === undefined || signatures.length === 0) return undefined
  const { name, version, integrity } = release
  const signed = Buffer.from(`${name}@${version}:${integrity}`)
  for (const { keyid, sig } of signatures) {
    const key = keys.get(keyid)
    // An expired key vouches for earlier releases; without a publish time this cannot be decided.
    const isInTime = key?.end === undefined || (published !== undefined && published < key.end)
    const isGood =
      key !== undefined && isInTime && verify('sha256', signed, key.publicKey, Buffer.from(sig, 'base64'))
    if (!isGood)
      throw badProof(release, {
        code: 'npm.bad-signature',
        what: t('verify-npm-signature.registry-signature', 'registry signature by {keyid}', { keyid }),
      })
  }
  return signatures[0]?.keyid
}
