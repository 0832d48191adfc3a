import { lstat, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { StoredPackage } from '../../../services/installer/src/debian/stored-package.ts'
import { unpackDeb } from '../../../services/installer/src/debian/unpack-deb.ts'
import { archiveFixture, tarEntries } from '../../support/archives.ts'
import { arFile, type DebParts, debFile, debFolder, debLink, debText, oddTar } from '../../support/debs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

async function unpacked(deb: Uint8Array): Promise<{ to: string; content: StoredPackage }> {
  const folder = await temporaryFolder()
  const file = path.join(folder, 'greet.deb')
  const to = path.join(folder, 'out')
  await mkdir(to)
  await writeFile(file, deb)
  const content = await unpackDeb({
    file,
    expected: { package: 'greet', version: '1.2.3-1' },
    architecture: 'amd64',
    to,
    environment: process.env,
    signal: new AbortController().signal,
  })
  return { to, content }
}

const refusal = async (deb: Uint8Array): Promise<string> => {
  try {
    await unpacked(deb)
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return `${code}: ${message}`
  }
  return 'unpacked'
}
const refused = async (parts: DebParts): Promise<string> => refusal(await debFile(parts))

describe('a package', () => {
  it('is unpacked with its files and programs, and its links are described and not made', async () => {
    const { to, content } = await unpacked(
      await debFile({
        files: [
          debFolder('usr/bin'),
          debText('usr/bin/greet', '#!/bin/sh\n', 0o755),
          debText('usr/share/greet/a.txt', 'hello'),
          { name: './usr/share/greet/b.txt', type: 'link', linkname: './usr/share/greet/a.txt' },
          debLink('usr/bin/hi', '/etc/alternatives/hi'),
          debText(String.raw`usr/lib/systemd/a\x2db.slice`, 'unit'),
        ],
      }),
    )
    expect(content).toMatchObject({ package: 'greet', version: '1.2.3-1', folders: ['usr/bin'] })
    expect(content.links).toEqual([{ at: 'usr/bin/hi', to: '/etc/alternatives/hi' }])
    expect(content.files.map(({ path, executable }) => [path, executable])).toEqual([
      ['usr/bin/greet', true],
      ['usr/share/greet/a.txt', false],
      ['usr/share/greet/b.txt', false],
      [String.raw`usr/lib/systemd/a\x2db.slice`, false],
    ])
    const [a, b] = await Promise.all(
      ['a', 'b'].map((name) => stat(path.join(to, 'tree/usr/share/greet', `${name}.txt`))),
    )
    expect(b?.ino).toBe(a?.ino)
    expect(JSON.parse(await readFile(path.join(to, 'deb.json'), 'utf8'))).toEqual(content)
    expect((await readdir(to)).sort()).toEqual(['deb.json', 'tree'])
    expect(await readdir(path.join(to, 'tree/usr/bin'))).toEqual(['greet'])
  })

  it.each([
    ['', undefined],
    ['.gz', undefined],
    ['.xz', 'greet.tar.xz'],
    ['.zst', 'greet.tar.zst'],
  ])('is read in each compression of Debian: data.tar%s', async (compression, fixture) => {
    const data = fixture === undefined ? undefined : await archiveFixture(fixture)
    const { content } = await unpacked(
      await debFile({ compression, files: [debText('usr/bin/greet', 'x', 0o755)], ...(data && { data }) }),
    )
    expect(content.files.length).toBeGreaterThan(0)
  })

  it('keeps no bit that gives a program its owner or group, and no right to write', async () => {
    const { to } = await unpacked(
      await debFile({ files: [debText('usr/bin/a', '', 0o6755), debText('etc/secret', 'x', 0o600)] }),
    )
    expect((await lstat(path.join(to, 'tree/usr/bin/a'))).mode & 0o7777).toBe(0o555)
    expect((await lstat(path.join(to, 'tree/etc/secret'))).mode & 0o7777).toBe(0o400)
  })

  it.each([
    ['2023-02-03T04:05:06Z', '2023-02-03T04:05:06.000Z'],
    ['2999-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
  ])('of %s keeps the time of its files if it can be', async (packed, kept) => {
    const mtime = new Date(packed)
    const large = 'x'.repeat((1 << 20) + 1)
    const files = [debText('usr/a', '1'), debText('usr/b', large)].map((file) => ({ ...file, mtime }))
    const { to } = await unpacked(await debFile({ files }))
    for (const name of ['a', 'b'])
      expect((await stat(path.join(to, 'tree/usr', name))).mtime.toISOString()).toBe(kept)
  })

  it('has its maintainer scripts passed over', async () => {
    const { to, content } = await unpacked(
      await debFile({
        scripts: ['preinst', 'postinst', '../../postrm'].map((name) => ({
          name,
          content: '#!/bin/sh\nexit 1\n',
        })),
        files: [debText('usr/bin/greet', 'x', 0o755)],
      }),
    )
    expect(content.files.map(({ path }) => path)).toEqual(['usr/bin/greet'])
    expect((await readdir(to, { recursive: true })).sort()).toEqual([
      'deb.json',
      'tree',
      'tree/usr',
      'tree/usr/bin',
      'tree/usr/bin/greet',
    ])
  })

  it('comes without documentation and translations, but with manual pages and licenses', async () => {
    const kept = [
      'usr/share/doc/greet/copyright',
      'usr/share/man/man1/greet.1.gz',
      'usr/share/locale/locale.alias',
    ]
    const dropped = [
      'usr/share/doc/greet/changelog.gz',
      'usr/share/man/de/man1/greet.1.gz',
      'usr/share/locale/de/LC_MESSAGES/greet.mo',
      'usr/share/info/greet.info.gz',
    ]
    const { content } = await unpacked(
      await debFile({ files: [...kept, ...dropped].map((name) => debText(name, 'text')) }),
    )
    expect(content.files.map(({ path }) => path)).toEqual(kept)
  })
})

describe('a hostile package is refused', () => {
  it.each([
    ['an absolute name', { name: '/etc/passwd', content: 'x' }, 'leads out'],
    ['a name that climbs', { name: './usr/../../evil', content: 'x' }, 'leads out'],
    ['a device', { name: './dev/sda', type: 'block-device' as const }, 'a block-device'],
    ['a character device', { name: './dev/mem', type: 'character-device' as const }, 'a character-device'],
    ['a pipe', { name: './run/pipe', type: 'fifo' as const }, 'a fifo'],
    ['a device among the documentation', { name: './usr/share/doc/a/b', type: 'fifo' as const }, 'a fifo'],
    ['a hard link out', { name: './a', type: 'link' as const, linkname: '/etc/shadow' }, 'leads out'],
    ['a hard link up', { name: './a', type: 'link' as const, linkname: '../../b' }, 'leads out'],
    ['a hard link to itself', { name: './a', type: 'link' as const, linkname: './a' }, 'no earlier file'],
    ['a name with a line break', { name: './a\nb', content: '' }, 'not readable'],
    ['a very long name', { name: `./${'a'.repeat(300)}`, content: '' }, 'too long'],
    ['the root as a file', { name: './', type: 'file' as const, content: '' }, 'more than once'],
    ['a link to nothing', { name: './a', type: 'symlink' as const, linkname: '' }, 'a link to no valid path'],
  ])('with %s', async (_what, entry, reason) => {
    const answer = await refused({ files: [entry] })
    expect(answer).toMatch(/^deb\.refused: The Debian package greet 1\.2\.3-1 contains /)
    expect(answer).toContain(reason)
  })

  it.each([
    ['two files of one name', [debText('a', '1'), debText('a', '2')]],
    ['a link and a file of one name', [debLink('a', '/etc'), debText('a', '2')]],
    ['a file below a file', [debText('a', '1'), debText('a/b', '2')]],
  ])('with %s', async (_what, files) => {
    expect(await refused({ files })).toMatch(/^deb\.refused: /)
  })

  it('with a sparse file, in the old form and the new one', async () => {
    expect(await refused({ data: oddTar('./a', 'S') })).toMatch(/^deb\.refused: .*kind/)
    expect(
      await refused({ files: [{ name: './a', content: '', pax: { 'GNU.sparse.major': '1' } }] }),
    ).toMatch(/^deb\.refused: .*sparse/)
  })

  it('where it unpacks to far more than it is', async () => {
    const data = gzipSync(Buffer.alloc(300_000_000))
    expect(await refused({ data })).toMatch(/^archive\.too-large: /)
  })
})

describe('a file that is not the package', () => {
  it.each([
    ['another package', { package: 'grit' }, 'grit 1.2.3-1 (amd64)'],
    ['another version', { version: '1.2.3-2' }, 'greet 1.2.3-2 (amd64)'],
    ['another architecture', { architecture: 'arm64' }, 'greet 1.2.3-1 (arm64)'],
  ])('is refused: %s', async (_what, parts, found) => {
    expect(await refused(parts)).toBe(
      `deb.other-package: The list of packages names greet 1.2.3-1 (amd64), but the file is ${found}.`,
    )
  })

  it('may be for all architectures', async () => {
    expect((await unpacked(await debFile({ architecture: 'all' }))).content.architecture).toBe('all')
  })

  it.each([
    ['empty', async () => new Uint8Array()],
    ['text', async () => Buffer.from('<html>')],
    [
      'cut in its data',
      async () => (await debFile({ files: [debText('a', 'x'.repeat(5000))] })).subarray(0, -40),
    ],
    ['cut in a header', async () => (await debFile()).subarray(0, 100)],
    ['no package', async () => arFile([['a.o', Buffer.from('x')]])],
    ['of another format', async () => arFile([['debian-binary', Buffer.from('3.0\n')]])],
    [
      'without data',
      async () =>
        arFile([
          ['debian-binary', Buffer.from('2.0\n')],
          ['control.tar.gz', await tarEntries([])],
        ]),
    ],
    ['of an unknown compression', async () => debFile({ compression: '.lzma' })],
    ['compressed otherwise than it says', async () => debFile({ compression: '.xz', data: gzipSync('x') })],
    ['of a damaged tar', async () => debFile({ data: gzipSync(Buffer.alloc(2000, 'x')) })],
    [
      'with more parts',
      async () =>
        arFile([
          ['debian-binary', Buffer.from('2.0\n')],
          ...['control.tar.gz', 'data.tar.gz', 'data.tar.gz'].map((name) => [name, gzipSync('')] as const),
        ]),
    ],
  ])('is refused: %s', async (_what, make) => {
    expect(await refusal(await make())).toMatch(
      /^deb\.broken: greet 1\.2\.3-1 is not a valid Debian package: /,
    )
  })
})
