import { createHash } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { verifyNpmAttestations } from '../../../services/installer/src/provenance/verify-npm-attestations.ts'
import { type SigstoreRoot, sigstoreRoot } from '../../support/sigstore-root.ts'

const predicateType = 'https://slsa.dev/provenance/v1'
const workflow = 'https://github.com/o/greet/.github/workflows/release.yml@refs/tags/v1.2.3'
const digest = createHash('sha512').update('the archive').digest()
const release = { name: '@scope/greet', version: '1.2.3', integrity: `sha512-${digest.toString('base64')}` }
const statement = {
  _type: 'https://in-toto.io/Statement/v1',
  subject: [{ name: 'pkg:npm/%40scope/greet@1.2.3', digest: { sha512: digest.toString('hex') } }],
  predicateType,
  predicate: {},
}

let sigstore: SigstoreRoot
beforeEach(async () => {
  sigstore = await sigstoreRoot()
})

/** Attests the statement and verifies it as the attestation of the release. */
async function verify({
  stated = statement,
  listed = predicateType,
  change = (bundle: Record<string, unknown>): unknown => bundle,
  trustedRoot = sigstore.trustedRoot,
} = {}): Promise<unknown> {
  const bundle = change((await sigstore.attest(stated, workflow)) as Record<string, unknown>)
  const attestations = [{ predicateType: listed, bundle }]
  return verifyNpmAttestations(release, { attestations }, { trustedRoot, keys: new Map() })
}
const refused = expect.objectContaining({ code: 'npm.bad-attestation', exitStatus: 8 })

it('returns the workflow that built a release, and who certified it', async () => {
  expect(await verify()).toEqual({ workflow, issuer: 'https://issuer.test' })
})

it('refuses a statement about another package, version or digest', async () => {
  for (const subject of [
    { ...statement.subject[0], name: 'pkg:npm/greet@1.2.3' },
    { ...statement.subject[0], name: 'pkg:npm/%40scope/greet@1.2.4' },
    { ...statement.subject[0], digest: { sha512: '00' } },
  ])
    await expect(verify({ stated: { ...statement, subject: [subject] as never } })).rejects.toEqual(refused)
})

it('refuses a statement of another type than the registry lists', async () => {
  const stated = { ...statement, predicateType: 'https://example.com/other' }
  await expect(verify({ stated })).rejects.toEqual(refused)
})

it('refuses attestations without provenance', async () => {
  const other = 'https://github.com/npm/attestation/tree/main/specs/publish/v0.1'
  await expect(verify({ stated: { ...statement, predicateType: other }, listed: other })).rejects.toEqual(
    refused,
  )
  const options = { trustedRoot: sigstore.trustedRoot, keys: new Map() }
  expect(() => verifyNpmAttestations(release, { attestations: [] }, options)).toThrow(refused)
})

it('refuses a changed statement, and one without its log entry', async () => {
  const changed = (bundle: Record<string, unknown>): unknown => {
    const envelope = bundle.dsseEnvelope as { payload: string }
    const payload = Buffer.from(JSON.stringify({ ...statement, predicate: { other: true } })).toString(
      'base64',
    )
    return { ...bundle, dsseEnvelope: { ...envelope, payload } }
  }
  const unlogged = (bundle: Record<string, unknown>): unknown => ({
    ...bundle,
    verificationMaterial: { ...(bundle.verificationMaterial as object), tlogEntries: [] },
  })
  for (const change of [changed, unlogged, () => ({}), () => 'no bundle'])
    await expect(verify({ change })).rejects.toEqual(refused)
})

it('refuses a bundle that another root certifies', async () => {
  const { trustedRoot } = await sigstoreRoot()
  await expect(verify({ trustedRoot })).rejects.toEqual(refused)
})
