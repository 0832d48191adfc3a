import { lstat, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { ArchiveKind } from '@cli-apps/core'
import { strToU8, zipSync } from 'fflate'
import { type Header, pack } from 'tar-stream'
import { describe, expect, it } from 'vitest'
import { unpack } from '../../../services/installer/src/binary/unpack.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

type TarEntry = Partial<Header> & { name: string; content?: string }

async function tarball(entries: readonly TarEntry[]): Promise<Uint8Array> {
  const archive = pack()
  for (const { content = '', ...header } of entries) archive.entry({ mode: 0o755, ...header }, content)
  archive.finalize()
  const chunks: Uint8Array[] = []
  for await (const chunk of archive) chunks.push(chunk as Uint8Array)
  return gzipSync(Buffer.concat(chunks))
}

/** Unpacks bytes; gives the folder that holds `out`, the place to unpack to, and nothing else. */
async function unpackBytes(bytes: Uint8Array, archive: ArchiveKind): Promise<string> {
  const folder = await temporaryFolder()
  const from = path.join(await temporaryFolder(), 'download')
  await writeFile(from, bytes)
  await unpack({ archive, from, to: path.join(folder, 'out'), signal: new AbortController().signal })
  return folder
}

const fixture = (name: string): Promise<Uint8Array> =>
  readFile(fileURLToPath(new URL(`../../fixtures/archives/${name}`, import.meta.url)))

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
          { name: 'd1/d2/l', type: 'symlink', linkname: 'x/../../etc' },
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
    ['a named pipe', () => tarball([{ name: 'a', type: 'fifo' }]), 'tar.gz', 'archive.special-file'],
    [
      'one name twice',
      () =>
        tarball([
          { name: 'a', content: 'x' },
          { name: 'a', content: 'y' },
        ]),
      'tar.gz',
      'archive.broken',
    ],
    ['a gzip bomb', () => gzipSync(new Uint8Array(50_000_000)), 'gz', 'archive.too-large'],
    [
      'a tar bomb',
      () => tarball([{ name: 'a', content: '0'.repeat(50_000_000) }]),
      'tar.gz',
      'archive.too-large',
    ],
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

  it('writes nothing through a link of the archive', async () => {
    const bytes = await tarball([
      { name: 'sub', type: 'symlink', linkname: '.' },
      { name: 'sub/a', content: 'x' },
    ])
    await expect(unpackBytes(bytes, 'tar.gz')).rejects.toMatchObject({ code: 'archive.broken' })
  })
})
