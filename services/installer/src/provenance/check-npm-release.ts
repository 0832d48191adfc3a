import { isAppError, type ReleaseProof } from '@cli-apps/core'
import { fetchText } from '@cli-apps/core/node'
import * as z from 'zod'
import { NpmDist, type NpmRelease } from './npm-release.ts'
import type { SigstoreTrust } from './sigstore-trust.ts'
import { NpmAttestations, verifyNpmAttestations } from './verify-npm-attestations.ts'
import { verifyNpmSignature } from './verify-npm-signature.ts'

/** What a registry proves of a release, and what could not be found out. */
export interface CheckedRelease {
  proof: ReleaseProof
  /** The release that the proof is about; absent where the registry did not describe it. */
  release?: NpmRelease
  /** Why nothing is known of its signature or its provenance: that is no loss of either. */
  unchecked: { signature?: string; builder?: string }
}

export interface CheckOptions {
  /** Of the package registry, with a slash at the end. */
  registry: string
  /** What was shipped; asked for again by `refresh` where a key is unknown. */
  trust: SigstoreTrust
  refresh: () => Promise<SigstoreTrust>
  signal: AbortSignal
}

const Version = z.object({ dist: NpmDist })
const Times = z.object({ time: z.record(z.string(), z.string()).optional() })
const timeoutMs = 10_000

/**
 * Asks an npm registry who vouches for a release, and verifies it. Throws `IntegrityError` `npm.bad-signature` or
 * `npm.bad-attestation` for what does not hold; what cannot be asked is named in `unchecked`.
 */
export async function checkNpmRelease(
  { name, version }: Omit<NpmRelease, 'integrity'>,
  options: CheckOptions,
): Promise<CheckedRelease> {
  const { registry, signal } = options
  const place = `${registry}${name.replace('/', '%2f')}`
  const described = await ask(`${place}/${encodeURIComponent(version)}`, Version, signal)
  if (typeof described === 'string')
    return { proof: {}, unchecked: { signature: described, builder: described } }
  const { integrity, signatures = [], attestations } = described.dist
  if (integrity === undefined) return { proof: {}, unchecked: {} }
  const release = { name, version, integrity }
  const trust = await trustFor(signatures, options)
  if (typeof trust === 'string')
    return { proof: {}, release, unchecked: { signature: trust, builder: trust } }
  const published = hasEnded(signatures, trust) ? await publishTime(place, version, signal) : undefined
  const signature = verifyNpmSignature(release, signatures, { keys: trust.keys, published })
  const proof: ReleaseProof = { ...(signature !== undefined && { signature }) }
  if (attestations === undefined) return { proof, release, unchecked: {} }
  const url = `${registry}-/npm/v1/attestations/${name.replace('/', '%2f')}@${encodeURIComponent(version)}`
  const stated = await ask(url, NpmAttestations, signal)
  if (typeof stated === 'string') return { proof, release, unchecked: { builder: stated } }
  return {
    proof: { ...proof, builder: verifyNpmAttestations(release, stated, trust) },
    release,
    unchecked: {},
  }
}

/** Trust that knows every key that signed, or why it cannot be had: registries other than npm's may have keys of their own. */
async function trustFor(
  signatures: NonNullable<NpmDist['signatures']>,
  { trust, refresh }: CheckOptions,
): Promise<SigstoreTrust | string> {
  const isKnown = ({ keys }: SigstoreTrust): boolean => signatures.every(({ keyid }) => keys.has(keyid))
  if (isKnown(trust)) return trust
  const fresh = await refresh().catch((error: unknown) =>
    String(error instanceof Error ? error.message : error),
  )
  if (typeof fresh === 'string')
    return `it is signed by a key that is not known, and Sigstore cannot be asked: ${fresh}`
  return isKnown(fresh) ? fresh : "it is signed by a key that is not one of npm's"
}

const hasEnded = (signatures: NonNullable<NpmDist['signatures']>, { keys }: SigstoreTrust): boolean =>
  signatures.some(({ keyid }) => keys.get(keyid)?.end !== undefined)

async function publishTime(place: string, version: string, signal: AbortSignal): Promise<Date | undefined> {
  const packument = await ask(place, Times, signal)
  const time = typeof packument === 'string' ? undefined : packument.time?.[version]
  return time === undefined ? undefined : new Date(time)
}

/** A document of the registry, or why there is none. */
async function ask<Schema extends z.ZodType>(
  url: string,
  schema: Schema,
  signal: AbortSignal,
): Promise<z.output<Schema> | string> {
  try {
    const { status, text } = await fetchText(url, {
      headers: { accept: 'application/json' },
      timeoutMs,
      signal,
    })
    if (status !== 200) return `${new URL(url).origin} answers with status ${status}`
    const { data } = schema.safeParse(JSON.parse(text))
    return data ?? `${new URL(url).origin} does not answer like an npm registry`
  } catch (error) {
    if (signal.aborted || !(isAppError(error) || error instanceof SyntaxError)) throw error
    return error.message.replace(/\.$/, '')
  }
}
