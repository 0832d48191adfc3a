import { describe, expect, it } from 'vitest'
import { listedFile, snapshotTime } from '../../../../scripts/catalog/closures/fetch-indexes.ts'

const sha = 'a'.repeat(64)
const release = `Suite: stable
Date: Sat, 11 Jul 2026 08:21:16 UTC
MD5Sum:
 0123 7 main/binary-amd64/Packages.xz
SHA256:
 ${sha} 12 main/binary-amd64/Packages.xz
 ${'b'.repeat(64)} 13 main/binary-arm64/Packages.xz
`

describe('a signed release', () => {
  it('names the digest and size of an index', () => {
    expect(listedFile(release, 'main/binary-amd64/Packages.xz')).toEqual({ sha256: sha, size: 12 })
  })

  it('is refused without the index', () => {
    expect(() => listedFile(release, 'main/binary-i386/Packages.xz')).toThrow('does not list')
  })

  it('dates a closure by the newest one', () => {
    expect(snapshotTime(['Date: Sun, 22 Nov 2026 02:09:05 UTC', release])).toBe('20261122T020905Z')
  })
})
