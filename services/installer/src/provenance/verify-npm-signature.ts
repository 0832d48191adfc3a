import { verify } from 'node:crypto'
import { t } from '@cli-apps/core'
import { badProof, type NpmDist, type NpmRelease } from './npm-release.ts'
import type { NpmKey } from './sigstore-trust.ts'

/**
 * Verifies what the npm registry signed of a release: name, version and integrity, by ECDSA over SHA-256
 * (docs.npmjs.com, "About ECDSA registry signatures"). Returns the id of the key, or `undefined` for a release without
 * signatures. Throws `IntegrityError` `npm.bad-signature`: also for a key that is not among these.
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
    // A key that has ended vouches for what was published before; without a time nobody can tell.
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
