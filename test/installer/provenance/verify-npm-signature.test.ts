import { createSign, generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { type NpmKey, shippedTrust } from '../../../services/installer/src/provenance/sigstore-trust.ts'
import { verifyNpmSignature } from '../../../services/installer/src/provenance/verify-npm-signature.ts'

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const keyOf = (id: string, end?: string): [string, NpmKey] => [
  id,
  { id, publicKey, start: new Date(0), end: end === undefined ? undefined : new Date(end) },
]
const keys = new Map([keyOf('SHA256:now'), keyOf('SHA256:past', '2025-01-29T00:00:00.000Z')])
const release = { name: '@scope/greet', version: '1.2.3', integrity: 'sha512-abc=' }
const signed = (keyid: string, what = release): { keyid: string; sig: string }[] => [
  {
    keyid,
    sig: createSign('SHA256')
      .update(`${what.name}@${what.version}:${what.integrity}`)
      .sign(privateKey, 'base64'),
  },
]
const published = new Date('2024-06-01T00:00:00Z')

it('returns the key that signed a release', () => {
  expect(verifyNpmSignature(release, signed('SHA256:now'), { keys, published })).toBe('SHA256:now')
})

it('returns nothing for a release without signatures', () => {
  expect(verifyNpmSignature(release, undefined, { keys, published })).toBeUndefined()
  expect(verifyNpmSignature(release, [], { keys, published })).toBeUndefined()
})

it('accepts an expired key only for what was published before', () => {
  const past = signed('SHA256:past')
  expect(verifyNpmSignature(release, past, { keys, published })).toBe('SHA256:past')
  for (const later of [new Date('2025-01-29T00:00:00Z'), undefined])
    expect(() => verifyNpmSignature(release, past, { keys, published: later })).toThrow(
      expect.objectContaining({ code: 'npm.bad-signature' }),
    )
})

it.each([
  ['another digest', signed('SHA256:now', { ...release, integrity: 'sha512-other=' })],
  ['another version', signed('SHA256:now', { ...release, version: '1.2.4' })],
  ['another package', signed('SHA256:now', { ...release, name: 'greet' })],
  ['a key that the registry does not have', signed('SHA256:elsewhere')],
  ['a second signature that does not hold', [...signed('SHA256:now'), { keyid: 'SHA256:now', sig: 'AAAA' }]],
  ['no signature at all', [{ keyid: 'SHA256:now', sig: '' }]],
])('refuses a signature of %s', (_what, signatures) => {
  expect(() => verifyNpmSignature(release, signatures, { keys, published })).toThrow(
    expect.objectContaining({ code: 'npm.bad-signature' }),
  )
})

it('has the shipped keys of the npm registry and the logs of Sigstore', () => {
  const { keys: shipped, trustedRoot } = shippedTrust()
  const first = shipped.get('SHA256:jl3bwswu80PjjokCgh0o2w5c2U4LhQAE57gj9cz1kzA')
  expect(first?.end?.toISOString()).toBe('2025-01-29T00:00:00.000Z')
  expect([...shipped.values()].some(({ end }) => end === undefined)).toBe(true)
  expect(trustedRoot.tlogs.map(({ baseUrl }) => baseUrl)).toContain('https://rekor.sigstore.dev')
})

it('accepts a real signature of the npm registry with the shipped keys', () => {
  const real = {
    name: '@anthropic-ai/claude-code',
    version: '2.1.97',
    integrity:
      'sha512-8lKM/rFctBl+82bQ+0g0Lkbt9tJU/zYKAjWisNUq436/386n/VZQbnyjnibGkyqqB6mrX/3ub/cpFlpCu4FXLg==',
  }
  const keyid = 'SHA256:DhQ8wR5APBvFHLF/+Tc+AYvPOdTpcIDqOhxsBHRwC7U'
  const sig =
    'MEUCICG6rML8JBFMxvrHFFDhofBztC5mvsOLqHbO7G4bdU4MAiEA/TuR+/HzSBvE2e/5XokcLHWOLaw604eahZ4Hy+IFTew='
  const options = { keys: shippedTrust().keys, published: undefined }
  expect(verifyNpmSignature(real, [{ keyid, sig }], options)).toBe(keyid)
})
