import { createHash, createSign, generateKeyPairSync } from 'node:crypto'
import type { ReleaseProof } from '@cli-apps/core'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type CheckedRelease,
  checkNpmRelease,
} from '../../../services/installer/src/provenance/check-npm-release.ts'
import { proofRemarks, requireNoLoss } from '../../../services/installer/src/provenance/require-no-loss.ts'
import type { SigstoreTrust } from '../../../services/installer/src/provenance/sigstore-trust.ts'
import { closedPort, fileServer } from '../../support/file-server.ts'
import { type SigstoreRoot, sigstoreRoot } from '../../support/sigstore-root.ts'

const name = '@scope/greet'
const version = '1.2.3'
const digest = createHash('sha512').update('the archive').digest()
const integrity = `sha512-${digest.toString('base64')}`
const predicateType = 'https://slsa.dev/provenance/v1'
const workflow = 'https://github.com/o/greet/.github/workflows/release.yml@refs/tags/v1.2.3'
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const sign = (text: string): string => createSign('SHA256').update(text).sign(privateKey, 'base64')
const signatures = [{ keyid: 'SHA256:test', sig: sign(`${name}@${version}:${integrity}`) }]
const attested = { provenance: { predicateType } }

const statement = {
  _type: 'https://in-toto.io/Statement/v1',
  subject: [{ name: 'pkg:npm/%40scope/greet@1.2.3', digest: { sha512: digest.toString('hex') } }],
  predicateType,
  predicate: {},
}

let sigstore: SigstoreRoot
let trust: SigstoreTrust
let nobody: SigstoreTrust
beforeEach(async () => {
  sigstore = await sigstoreRoot()
  const { trustedRoot } = sigstore
  const key = { id: 'SHA256:test', publicKey, start: new Date(0), end: undefined }
  trust = { trustedRoot, keys: new Map([[key.id, key]]) }
  nobody = { trustedRoot, keys: new Map() }
})

/** Checks the release against a registry with this `dist`, and these attestations where it has some. */
async function check(
  dist: object | undefined,
  {
    attestations,
    known = trust,
    refresh = async (): Promise<SigstoreTrust> => trust,
  }: {
    attestations?: unknown
    known?: SigstoreTrust
    refresh?: () => Promise<SigstoreTrust>
  } = {},
): Promise<CheckedRelease> {
  const { url } = await fileServer({
    ...(dist && {
      [`/${name}`]: JSON.stringify({ name, versions: { [version]: { dist: { integrity, ...dist } } } }),
    }),
    ...(attestations !== undefined && {
      [`/-/npm/v1/attestations/${name}@${version}`]: JSON.stringify({ attestations }),
    }),
  })
  const { signal } = new AbortController()
  return checkNpmRelease({ name, version }, { registry: `${url}/`, trust: known, refresh, signal })
}

describe('checkNpmRelease', () => {
  it('verifies signature and provenance of a release that has both', async () => {
    const attestations = [{ predicateType, bundle: await sigstore.attest(statement, workflow) }]
    expect(await check({ signatures, attestations: attested }, { attestations })).toEqual({
      proof: { signature: 'SHA256:test', builder: { workflow, issuer: 'https://issuer.test' } },
      release: { name, version, integrity },
      unchecked: {},
    })
  })

  it('finds neither if a release has neither', async () => {
    const release = { name, version, integrity }
    expect(await check({})).toEqual({ proof: {}, release, unchecked: {} })
  })

  it('refuses a signature or an attestation that does not hold', async () => {
    const forged = [{ keyid: 'SHA256:test', sig: sign('something else') }]
    await expect(check({ signatures: forged })).rejects.toMatchObject({ code: 'npm.bad-signature' })
    await expect(
      check({ signatures, attestations: attested }, { attestations: [{ predicateType, bundle: {} }] }),
    ).rejects.toMatchObject({ code: 'npm.bad-attestation' })
  })

  it('contacts Sigstore for keys only if one is unknown', async () => {
    const unasked = async (): Promise<never> => expect.fail('nobody is to be asked')
    expect((await check({ signatures }, { refresh: unasked })).proof).toEqual({ signature: 'SHA256:test' })
    expect((await check({ signatures }, { known: nobody })).proof).toEqual({ signature: 'SHA256:test' })
  })

  it('skips what is signed by an unknown key, and what cannot be requested', async () => {
    const offline = async (): Promise<never> => {
      throw new Error('no network')
    }
    const unknown = await check({ signatures }, { known: nobody, refresh: offline })
    expect([unknown.proof, unknown.unchecked.signature]).toEqual([{}, expect.stringContaining('no network')])
    const other = await check({ signatures }, { known: nobody, refresh: async () => nobody })
    expect(other.unchecked.signature).toBe("it is signed by a key that is not one of npm's")
    const undescribed = await check(undefined)
    expect(undescribed.unchecked.signature).toContain('status 404')
    const unattested = await check({ signatures, attestations: attested })
    expect([unattested.proof, unattested.unchecked]).toEqual([
      { signature: 'SHA256:test' },
      { builder: expect.stringContaining('status 404') },
    ])
    const { signal } = new AbortController()
    const registry = `${await closedPort()}/`
    const away = await checkNpmRelease({ name, version }, { registry, trust, refresh: offline, signal })
    expect([away.proof, away.unchecked.builder]).toEqual([{}, expect.stringContaining('does not answer')])
  })
})

describe('requireNoLoss', () => {
  const app = { name, version }
  const both = { signature: 'SHA256:test', builder: { workflow, issuer: 'https://issuer.test' } }
  const checked = (proof: ReleaseProof, unchecked = {}): CheckedRelease => ({ proof, unchecked })

  it('refuses a release that lacks the signature or provenance of the locked one', () => {
    for (const proof of [{}, { signature: 'SHA256:test' }, { builder: both.builder }])
      expect(() => requireNoLoss(app, checked(proof), both)).toThrow(
        expect.objectContaining({ code: 'npm.proof-lost', exitStatus: 8 }),
      )
  })

  it('accepts the same, more, and what could not be checked', () => {
    requireNoLoss(app, checked(both), both)
    requireNoLoss(app, checked(both), undefined)
    requireNoLoss(app, checked(both), { signature: 'SHA256:other' })
    requireNoLoss(app, checked({}, { signature: 'no network', builder: 'no network' }), both)
    requireNoLoss(app, checked({}), undefined)
  })

  it('reports a different workflow, but not a different ref', () => {
    const lockedBy = (url: string): ReleaseProof => ({
      builder: { workflow: url, issuer: 'https://issuer.test' },
    })
    const same = proofRemarks(name, checked(both), lockedBy(workflow.replace('1.2.3', '1.2.2')))
    expect(same).toMatchObject({ remarks: [], details: { length: 2 } })
    const other = proofRemarks(name, checked(both), lockedBy(workflow.replace('/o/', '/p/')))
    expect(other.remarks).toEqual([
      `${name} was built by another workflow before: ${workflow.replace('/o/', '/p/')}`,
    ])
  })
})
