import { t } from '@cli-apps/core'
import { NpmDist, type NpmRelease } from './npm-release.ts'
import { type Packument, publishTime } from './packument.ts'
import type { SigstoreTrust } from './sigstore-trust.ts'
import { verifyNpmSignature } from './verify-npm-signature.ts'

/** Built-in trust; `refresh` updates it for an unknown key. */
export interface TrustSource {
  trust: SigstoreTrust
  refresh: () => Promise<SigstoreTrust>
}

/** What a packument says about the archive of a version; `undefined` if it does not list it. */
export function distOf({ versions }: Packument, version: string): NpmDist | undefined {
  const entry = Object.hasOwn(versions, version) ? versions[version] : undefined
  return NpmDist.safeParse((entry as { dist?: unknown } | undefined)?.dist).data
}

/**
 * Verifies the registry's signature of a release. Returns its key, none for an unsigned release, or a text that says
 * why nothing can be verified. Throws `IntegrityError` `npm.bad-signature`.
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

/**
 * Trust that includes every signing key, or why it is unavailable: registries other than npm's may have their own keys.
 */
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
