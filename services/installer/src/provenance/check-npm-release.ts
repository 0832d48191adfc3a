import type { ReleaseProof } from '@cli-apps/core'
import { t } from '@cli-apps/core'
import type { InstallSize } from '../strategies/strategy.ts'
import { checkSignatures, distOf, type TrustSource } from './check-signatures.ts'
import type { NpmRelease } from './npm-release.ts'
import { npmSize } from './npm-size.ts'
import { askNpmRegistry, openPackuments, type Packument, type Packuments } from './packument.ts'
import { NpmAttestations, verifyNpmAttestations } from './verify-npm-attestations.ts'

/** What a registry proves of a release, and what could not be determined. */
export interface CheckedRelease {
  proof: ReleaseProof
  /** The proven release; absent if the registry did not describe it. */
  release?: NpmRelease
  /** How much the package itself brings, as its registry says. */
  size?: InstallSize | undefined
  /** Why signature or provenance are unknown, which does not count as losing them. */
  unchecked: { signature?: string; builder?: string }
}

export interface CheckOptions extends TrustSource {
  /** URL of the package registry with a trailing slash. */
  registry: string
  packuments?: Packuments
  signal: AbortSignal
}

/**
 * Asks an npm registry who vouches for a release, and verifies it. Throws `IntegrityError` `npm.bad-signature` or
 * `npm.bad-attestation` for an invalid proof; what could not be asked is listed in `unchecked`.
 */
export async function checkNpmRelease(
  release: Omit<NpmRelease, 'integrity'>,
  options: CheckOptions,
): Promise<CheckedRelease> {
  const { registry, signal, packuments = openPackuments(signal) } = options
  const packument = await packuments(registry, release.name)
  if (typeof packument === 'string') return nothingKnown(packument)
  return { ...(await checkListed(release, packument, options)), size: npmSize(packument, release.version) }
}

async function checkListed(
  { name, version }: Omit<NpmRelease, 'integrity'>,
  packument: Packument,
  options: CheckOptions,
): Promise<CheckedRelease> {
  const { registry, signal } = options
  const dist = distOf(packument, version)
  if (dist === undefined)
    return nothingKnown(
      t('check-npm-release.does-not-list', '{origin} does not list {version}', {
        origin: new URL(registry).origin,
        version,
      }),
    )
  const { integrity, attestations } = dist
  if (integrity === undefined) return { proof: {}, unchecked: {} }
  const release = { name, version, integrity }
  const signed = await checkSignatures(release, dist, packument, options)
  if (typeof signed === 'string') return { ...nothingKnown(signed), release }
  const proof: ReleaseProof = { ...(signed.key !== undefined && { signature: signed.key }) }
  if (attestations === undefined) return { proof, release, unchecked: {} }
  const url = `${registry}-/npm/v1/attestations/${name.replace('/', '%2f')}@${encodeURIComponent(version)}`
  const stated = await askNpmRegistry(url, NpmAttestations, signal)
  if (typeof stated === 'string') return { proof, release, unchecked: { builder: stated } }
  return {
    proof: { ...proof, builder: verifyNpmAttestations(release, stated, signed.trust) },
    release,
    unchecked: {},
  }
}

const nothingKnown = (reason: string): CheckedRelease => ({
  proof: {},
  unchecked: { signature: reason, builder: reason },
})
