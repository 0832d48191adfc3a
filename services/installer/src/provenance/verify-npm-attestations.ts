import type { ReleaseProof } from '@cli-apps/core'
import { bundleFromJSON, isBundleWithDsseEnvelope } from '@sigstore/bundle'
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify'
import { PackageURL } from 'packageurl-js'
import * as z from 'zod'
import { badProof, type NpmRelease } from './npm-release.ts'
import type { NpmKey, SigstoreTrust } from './sigstore-trust.ts'

/** Response of `/-/npm/v1/attestations/<name>@<version>`: Sigstore bundles by predicate type. */
export const NpmAttestations = z.object({
  attestations: z.array(z.object({ predicateType: z.string(), bundle: z.unknown() })),
})
export type NpmAttestations = z.infer<typeof NpmAttestations>

/** An in-toto statement (in-toto.io/Statement): its subject, by digest. */
const Statement = z.object({
  subject: z.array(z.object({ name: z.string(), digest: z.record(z.string(), z.string()) })),
  predicateType: z.string(),
})

type Builder = NonNullable<ReleaseProof['builder']>

const slsaProvenance = /^https:\/\/slsa\.dev\/provenance\//

/**
 * Verifies every attestation of a release with Sigstore: signature, certificate, transparency log, and that its subject
 * is exactly these bytes. Returns the builder from the provenance. Throws `IntegrityError` `npm.bad-attestation`, even
 * for missing provenance.
 */
export function verifyNpmAttestations(
  release: NpmRelease,
  { attestations }: NpmAttestations,
  { trustedRoot, keys }: SigstoreTrust,
): Builder {
  const bad = (cause: unknown): Error =>
    badProof(release, { code: 'npm.bad-attestation', what: 'attestation', cause })
  const verifier = new Verifier(toTrustMaterial(trustedRoot, (hint) => timedKey(keys.get(hint), hint)))
  let builder: Builder | undefined
  try {
    for (const { predicateType, bundle: json } of attestations) {
      const bundle = bundleFromJSON(json)
      const { identity } = verifier.verify(toSignedEntity(bundle))
      if (!isBundleWithDsseEnvelope(bundle)) throw new Error('it holds no statement')
      requireSubject(release, bundle.content.dsseEnvelope.payload, predicateType)
      const { subjectAlternativeName: workflow, extensions } = identity ?? {}
      if (slsaProvenance.test(predicateType) && workflow !== undefined && extensions?.issuer !== undefined)
        builder = { workflow, issuer: extensions.issuer }
    }
  } catch (cause) {
    throw bad(cause)
  }
  if (builder === undefined) throw bad(new Error('no provenance is among the attestations'))
  return builder
}

function timedKey(
  key: NpmKey | undefined,
  hint: string,
): { publicKey: NpmKey['publicKey']; validFor(date: Date): boolean } {
  if (key === undefined) throw new Error(`the registry has no key ${hint}`)
  const { publicKey, start, end } = key
  return { publicKey, validFor: (date) => start <= date && (end === undefined || date < end) }
}

/** Throws if the statement has another type or subject: a valid bundle may belong to another release. */
function requireSubject(
  { name, version, integrity }: NpmRelease,
  payload: Buffer,
  predicateType: string,
): void {
  const statement = Statement.parse(JSON.parse(payload.toString('utf8')))
  if (statement.predicateType !== predicateType)
    throw new Error('it states something else than the registry says')
  const at = name.lastIndexOf('/')
  const scope = at === -1 ? undefined : name.slice(0, at)
  const url = new PackageURL('npm', scope, name.slice(at + 1), version).toString()
  const sha512 = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')
  const isAbout = statement.subject.some((one) => one.name === url && one.digest.sha512 === sha512)
  if (!integrity.startsWith('sha512-') || !isAbout) throw new Error('it is about something else')
}
