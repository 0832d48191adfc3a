import { t } from '@cli-apps/core'
import { NpmDist, type NpmRelease } from './npm-release.ts'
import { type Packument, publishTime } from './packument.ts'
import type { SigstoreTrust } from './sigstore-trust.ts'
import { verifyNpmSignature } from './verify-npm-signature.ts'

/** Trust that was shipped; asked for again by `refresh` where a key is unknown. */
export interface TrustSource {
  trust: SigstoreTrust
  refresh: () => Promise<SigstoreTrust>
}

/** What a packument says of the archive of a version; `undefined` where it does not list it. */
export function distOf({ versions }: Packument, version: string): NpmDist | undefined {
  const entry = Object.hasOwn(versions, version) ? versions[version] : undefined
  return NpmDist.safeParse((entry as { dist?: unknown } | undefined)?.dist).data
}

/**
 * Verifies what the registry signed of a release. `key` is absent for a release without signatures, and a text tells why
 * nothing can be verified. Throws `IntegrityError` `npm.bad-signature`.
 */
export async function checkSignatures(
  release: NpmRelease,
  { signatures = [] }: NpmDist,
  packument: Packument,
  source: TrustSource,
): Promise<{ key: string | undefined; trust: SigstoreTrust } | string> {
  const trust = await trustFor(signatures, source)
  if (typeof trust === 'string') return trust
  const published = publishTime(packument, release.version)
  return { key: verifyNpmSignature(release, signatures, { keys: trust.keys, published }), trust }
}

/** Trust that knows every key that signed, or why it cannot be had: registries other than npm's may have keys of their own. */
async function trustFor(
  signatures: NonNullable<NpmDist['signatures']>,
  { trust, refresh }: TrustSource,
): Promise<SigstoreTrust | string> {
  const isKnown = ({ keys }: SigstoreTrust): boolean => signatures.every(({ keyid }) => keys.has(keyid))
  if (isKnown(trust)) return trust
  const fresh = await refresh().catch((error: unknown) =>
    String(error instanceof Error ? error.message : error),
  )
  if (typeof fresh === 'string')
    return t(
      'check-signatures.signed-unknown-key-sigstore',
      'it is signed by an unknown key, and Sigstore cannot be queried: {fresh}',
      { fresh },
    )
  return isKnown(fresh)
    ? fresh
    : t('check-signatures.signed-key-not-one', "it is signed by a key that is not one of npm's")
}
