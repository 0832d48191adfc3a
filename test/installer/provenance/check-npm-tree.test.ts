import { createSign, generateKeyPairSync } from 'node:crypto'
import type { LockedArtifact } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { checkNpmTree } from '../../../services/installer/src/provenance/check-npm-tree.ts'
import { openPackuments } from '../../../services/installer/src/provenance/packument.ts'
import type { SigstoreTrust } from '../../../services/installer/src/provenance/sigstore-trust.ts'
import { fileServer } from '../../support/file-server.ts'

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const sign = (text: string): string => createSign('SHA256').update(text).sign(privateKey, 'base64')
const keyid = 'SHA256:test'
const integrityOf = (name: string, version: string): string => `sha512-${btoa(`${name} ${version}`)}`
const artifact = (name: string, version: string, more: Partial<LockedArtifact> = {}): LockedArtifact => ({
  name,
  version,
  integrity: integrityOf(more.package ?? name.replace(/.*node_modules\//, ''), version),
  ...more,
})

interface Served {
  name: string
  versions: readonly string[]
  /** What is signed in place of the release. */
  signs?: string
  key?: string
  isUnsigned?: boolean
}

/** Checks a tree against a registry that serves these packages. */
async function check(tree: readonly LockedArtifact[], served: readonly Served[]) {
  const documents = served.map(({ name, versions, signs, key = keyid, isUnsigned }) => {
    const entries = versions.map((version) => {
      const integrity = integrityOf(name, version)
      const sig = sign(signs ?? `${name}@${version}:${integrity}`)
      return [version, { dist: { integrity, ...(!isUnsigned && { signatures: [{ keyid: key, sig }] }) } }]
    })
    return [`/${name}`, JSON.stringify({ name, versions: Object.fromEntries(entries) })]
  })
  const { url, asked } = await fileServer(Object.fromEntries(documents))
  const trust = { keys: new Map([[keyid, { id: keyid, publicKey, start: new Date(0), end: undefined }]]) }
  const unchecked = await checkNpmTree(tree, {
    root: 'greet',
    registryOf: () => `${url}/`,
    packuments: openPackuments(new AbortController().signal),
    trust: trust as unknown as SigstoreTrust,
    refresh: async () => Promise.reject(new Error('no network')),
  })
  return { asked, url, unchecked: Object.fromEntries(unchecked) }
}

describe('checkNpmTree', () => {
  it('verifies every package of a tree, and requests each packument once', async () => {
    const tree = [
      artifact('greet', '1.2.3'),
      artifact('a', '1.0.0'),
      artifact('b', '2.0.0'),
      artifact('b/node_modules/a', '2.0.0'),
      artifact('@s/c', '1.0.0'),
      artifact('other', '2.0.0', { package: 'a' }),
      artifact('fork', '1.0.0', { integrity: null, url: 'git+https://x.test/fork.git#0' }),
    ]
    const { asked, unchecked } = await check(tree, [
      { name: 'a', versions: ['1.0.0', '2.0.0'] },
      { name: 'b', versions: ['2.0.0'] },
      { name: '@s/c', versions: ['1.0.0'] },
    ])
    expect(unchecked).toEqual({})
    expect(asked.sort()).toEqual(['/@s/c', '/a', '/b'])
  })

  it.each([
    ['of something else', { signs: 'something else' }],
    ['of another package', { signs: `b@1.0.0:${integrityOf('a', '1.0.0')}` }],
  ])('refuses a signature %s', async (_what, more) => {
    await expect(
      check([artifact('a', '1.0.0')], [{ name: 'a', versions: ['1.0.0'], ...more }]),
    ).rejects.toMatchObject({ code: 'npm.bad-signature', exitStatus: 8 })
  })

  it('refuses an archive with another digest than the signed one', async () => {
    const tree = [artifact('a', '1.0.0', { integrity: 'sha512-other' })]
    await expect(check(tree, [{ name: 'a', versions: ['1.0.0'] }])).rejects.toMatchObject({
      code: 'npm.other-release',
    })
  })

  it.each([
    ['another digest than its registry lists', { integrity: 'sha512-other' }],
    ['no digest, where its registry lists one', { integrity: null }],
    ['a version that its registry does not list', { version: '9.9.9' }],
  ])('refuses an unsigned archive with %s', async (_what, change) => {
    const tree = [{ ...artifact('a', '1.0.0'), ...change }]
    const served = [{ name: 'a', versions: ['1.0.0'], isUnsigned: true }]
    await expect(check(tree, served)).rejects.toMatchObject({ code: 'npm.other-release', exitStatus: 8 })
  })

  it('reports what could not be checked with the reason', async () => {
    const tree = ['a', 'b', 'c'].map((name) => artifact(name, '1.0.0'))
    const { url, unchecked } = await check(tree, [
      { name: 'a', versions: ['1.0.0'], isUnsigned: true },
      { name: 'b', versions: ['1.0.0'], key: 'SHA256:unknown' },
    ])
    expect(unchecked).toEqual({
      [`${url} lists no signatures of them`]: ['a 1.0.0'],
      'it is signed by an unknown key, and Sigstore cannot be queried: no network': ['b 1.0.0'],
      [`${url} returned status 404`]: ['c 1.0.0'],
    })
  })
})
