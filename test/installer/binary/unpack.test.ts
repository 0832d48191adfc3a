import { lstat, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { ArchiveKind } from '@cli-apps/core'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { archiveFixture as fixture, tarEntries as tarball, unpackBytes } from '../../support/archives.ts'

/** Replaces a text by another of the same length everywhere. */
const withBytes = (bytes: Uint8Array, from: string, to: string): Uint8Array =>
  Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll(from, to), 'latin1')
const withTail = (bytes: Uint8Array): Uint8Array => Buffer.concat([bytes, strToU8('something after it')])

/** A frame of blocks that each expand four bytes to 128 KiB of zeros. */
const zstdBomb = (blocks: number): Uint8Array =>
  Buffer.concat([
    Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 0x58),
    ...Array.from({ length: blocks }, () => Uint8Array.of(2, 0, 0x10, 0)),
    Uint8Array.of(3, 0, 0x10, 0),
  ])

describe('unpack', () => {
  it.each([
    [
      'tar.gz',
      () =>
        tarball([
          { name: 'bin/greet', content: 'hello' },
          { name: 'bin/hello', type: 'symlink', linkname: 'greet' },
        ]),
    ],
    ['tar.xz', () => fixture('greet.tar.xz')],
    ['tar.zst', () => fixture('greet.tar.zst')],
  ] as const)('unpacks %s with its links inside', async (archive, bytes) => {
    const folder = await unpackBytes(await bytes(), archive)
    expect((await readdir(path.join(folder, 'out/bin'))).sort()).toEqual(['greet', 'hello'])
    expect((await lstat(path.join(folder, 'out/bin/hello'))).isSymbolicLink()).toBe(true)
    expect((await stat(path.join(folder, 'out/bin/greet'))).mode & 0o111).not.toBe(0)
  })

  it('unpacks zip', async () => {
    const folder = await unpackBytes(
      zipSync({ 'bin/greet.exe': strToU8('hello'), 'README.md': strToU8('read') }),
      'zip',
    )
    expect(await readFile(path.join(folder, 'out/bin/greet.exe'), 'utf8')).toBe('hello')
  })

  it.each(['none', 'gz'] as const)('makes a single executable of %s', async (archive) => {
    const folder = await unpackBytes(archive === 'gz' ? gzipSync('hello') : strToU8('hello'), archive)
    expect(await readFile(path.join(folder, 'out'), 'utf8')).toBe('hello')
    expect((await stat(path.join(folder, 'out'))).mode & 0o111).not.toBe(0)
  })

  const hostile: [string, () => Promise<Uint8Array> | Uint8Array, ArchiveKind, string][] = [
    [
      'a tar entry above its folder',
      () => tarball([{ name: '../evil', content: 'x' }]),
      'tar.gz',
      'archive.path-escape',
    ],
    [
      'a tar entry with an absolute name',
      () => tarball([{ name: '/tmp/evil', content: 'x' }]),
      'tar.gz',
      'archive.path-escape',
    ],
    [
      'a tar entry with backslashes',
      () => tarball([{ name: '..\\evil', content: 'x' }]),
      'tar.gz',
      'archive.path-escape',
    ],
    [
      'a link out of the folder',
      () => tarball([{ name: 'a', type: 'symlink', linkname: '../../evil' }]),
      'tar.gz',
      'archive.path-escape',
    ],
    [
      'a link to an absolute path',
      () => tarball([{ name: 'a', type: 'symlink', linkname: '/etc' }]),
      'tar.gz',
      'archive.path-escape',
    ],
    [
      'a hard link out of the folder',
      () => tarball([{ name: 'a', type: 'link', linkname: '../../etc/passwd' }]),
      'tar.gz',
      'archive.path-escape',
    ],
    [
      'hard links that multiply',
      () =>
        tarball([
          { name: 'a', content: '0'.repeat(900_000) },
          ...Array.from({ length: 50 }, (_, index) => ({
            name: `b${index}`,
            type: 'link' as const,
            linkname: 'a',
          })),
        ]),
      'tar.gz',
      'archive.too-large',
    ],
    [
      'links that lead out together',
      () =>
        tarball([
          { name: 'd1/d2/x', type: 'symlink', linkname: '../..' },
          { name: 'd1/d2/l', type: 'symlink', linkname: 'x/..' },
        ]),
      'tar.gz',
      'archive.path-escape',
    ],
    [
      'a link below a link',
      () =>
        tarball([
          { name: 'd1/x', type: 'symlink', linkname: '..' },
          { name: 'd1/x/y', type: 'symlink', linkname: 'z' },
        ]),
      'tar.gz',
      'archive.path-escape',
    ],
    [
      'a device',
      () => tarball([{ name: 'a', type: 'character-device', devmajor: 1, devminor: 3 }]),
      'tar.gz',
      'archive.special-file',
    ],
    [
      'a link below a file that is a link later',
      () =>
        tarball([
          { name: 'a', content: 'x' },
          { name: 'a/b', type: 'symlink', linkname: 'c' },
        ]),
      'tar.gz',
      'archive.same-name',
    ],
    [
      'a file below a file',
      () =>
        tarball([
          { name: 'a', content: 'x' },
          { name: 'a/b', content: 'y' },
        ]),
      'tar.gz',
      'archive.same-name',
    ],
    [
      'a link to nothing',
      () => tarball([{ name: 'a', type: 'symlink', linkname: 'b' }]),
      'tar.gz',
      'archive.link',
    ],
    [
      'links in a ring',
      () =>
        tarball([
          { name: 'a', type: 'symlink', linkname: 'b' },
          { name: 'b', type: 'symlink', linkname: 'a' },
        ]),
      'tar.gz',
      'archive.link',
    ],
    [
      'a hard link to what is not there',
      () => tarball([{ name: 'a', type: 'link', linkname: 'b' }]),
      'tar.gz',
      'archive.link',
    ],
    [
      'a hard link to a folder',
      () =>
        tarball([
          { name: 'b/', type: 'directory' },
          { name: 'a', type: 'link', linkname: 'b' },
        ]),
      'tar.gz',
      'archive.link',
    ],
    [
      'a name of 300 letters',
      () => tarball([{ name: 'x'.repeat(300), content: 'x' }]),
      'tar.gz',
      'archive.bad-name',
    ],
    [
      'a path of 20000 letters',
      () => tarball([{ name: `${'x/'.repeat(10_000)}y`, content: 'x' }]),
      'tar.gz',
      'archive.bad-name',
    ],
    [
      'a drive of Windows',
      () => tarball([{ name: 'C:evil', content: 'x' }]),
      'tar.gz',
      'archive.path-escape',
    ],
    ['a named pipe', () => tarball([{ name: 'a', type: 'fifo' }]), 'tar.gz', 'archive.special-file'],
    [
      'one name twice',
      () =>
        tarball([
          { name: 'a', content: 'x' },
          { name: 'a', content: 'y' },
        ]),
      'tar.gz',
      'archive.same-name',
    ],
    ['a gzip bomb', () => gzipSync(new Uint8Array(50_000_000)), 'gz', 'archive.too-large'],
    [
      'a tar bomb',
      () => tarball([{ name: 'a', content: '0'.repeat(50_000_000) }]),
      'tar.gz',
      'archive.too-large',
    ],
    ['a zstd bomb', () => zstdBomb(20_000), 'tar.zst', 'archive.too-large'],
    ['a zip bomb', () => zipSync({ a: new Uint8Array(50_000_000) }), 'zip', 'archive.too-large'],
    [
      'a zip entry above its folder',
      () => zipSync({ '../evil': strToU8('x') }),
      'zip',
      'archive.path-escape',
    ],
    [
      'a zip entry with an absolute name',
      () => zipSync({ '/evil': strToU8('x') }),
      'zip',
      'archive.path-escape',
    ],
    [
      'a link in a zip',
      () => zipSync({ a: [strToU8('/etc'), { os: 3, attrs: (0o120777 << 16) >>> 0 }] }),
      'zip',
      'archive.link',
    ],
    [
      'a zip entry above its folder in the words of Windows',
      () => zipSync({ '..\\evil': strToU8('x') }),
      'zip',
      'archive.path-escape',
    ],
    [
      'a zip with one name twice',
      async () => withBytes(zipSync({ one: strToU8('x'), two: strToU8('y') }), 'two', 'one'),
      'zip',
      'archive.same-name',
    ],
    [
      'a zip file with another checksum than its entry says',
      () => withBytes(zipSync({ a: [strToU8('hello'), { level: 0 }] }), 'hello', 'hullo'),
      'zip',
      'archive.broken',
    ],
    ['a zip with something after it', () => withTail(zipSync({ a: strToU8('x') })), 'zip', 'archive.broken'],
    [
      'an xz with something after it',
      async () => withTail(await fixture('greet.tar.xz')),
      'tar.xz',
      'archive.broken',
    ],
    [
      'a zstd with something after it',
      async () => withTail(await fixture('greet.tar.zst')),
      'tar.zst',
      'archive.broken',
    ],
    ['a sparse file of GNU tar', () => fixture('sparse-gnu.tar.gz'), 'tar.gz', 'archive.special-file'],
    ['a sparse file of POSIX tar', () => fixture('sparse-pax.tar.gz'), 'tar.gz', 'archive.special-file'],
    [
      'zeros without end after a tar',
      async () => gzipSync(new Uint8Array(50_000_000)),
      'tar.gz',
      'archive.too-large',
    ],
    ['a zip under the name of a tar', () => zipSync({ a: strToU8('x') }), 'tar.gz', 'archive.wrong-kind'],
    ['a tar under the name of a zip', () => tarball([{ name: 'a' }]), 'zip', 'archive.wrong-kind'],
    [
      'a web page under the name of an archive',
      () => strToU8('<!doctype html>'),
      'tar.xz',
      'archive.wrong-kind',
    ],
    ['an empty file', () => new Uint8Array(0), 'tar.zst', 'archive.wrong-kind'],
    ['a zip that is none', () => strToU8('PK not really'), 'zip', 'archive.broken'],
    [
      'a truncated gzip',
      async () => (await tarball([{ name: 'a', content: 'x'.repeat(1000) }])).subarray(0, 40),
      'tar.gz',
      'archive.broken',
    ],
    [
      'a truncated xz',
      async () => (await fixture('greet.tar.xz')).subarray(0, 100),
      'tar.xz',
      'archive.broken',
    ],
    [
      'a truncated zstd',
      async () => (await fixture('greet.tar.zst')).subarray(0, 100),
      'tar.zst',
      'archive.broken',
    ],
  ]
  it.each(hostile)('refuses %s', async (_what, bytes, archive, code) => {
    await expect(unpackBytes(await bytes(), archive)).rejects.toMatchObject({ code })
  })

  it('writes nothing through a link in the archive', async () => {
    const bytes = await tarball([
      { name: 'sub', type: 'symlink', linkname: '.' },
      { name: 'sub/a', content: 'x' },
    ])
    await expect(unpackBytes(bytes, 'tar.gz')).rejects.toMatchObject({ code: 'archive.same-name' })
  })
})
