import { lstat, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { type ArchiveKind, isAppError } from '@cli-apps/core'
import { findProgram } from '@cli-apps/core/node'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { archiveFixture, tarEntries, unpackBytes } from '../../support/archives.ts'

const read = (folder: string, file: string): Promise<string> =>
  readFile(path.join(folder, 'out', file), 'utf8')
const modeOf = async (folder: string, file: string): Promise<number> =>
  (await stat(path.join(folder, 'out', file))).mode & 0o7777

const fixtures: [string, ArchiveKind, string][] = [
  ['zstd in frames, with some to skip and an empty one', 'tar.zst', 'pieces.tar.zst'],
  ['xz in streams with padding, and in blocks', 'tar.xz', 'pieces.tar.xz'],
  ['a tar in the oldest format', 'tar.gz', 'old.tar.gz'],
  ['a zip that was written as a stream', 'zip', 'streamed.zip'],
  ['a zip with 64-bit sizes', 'zip', 'zip64.zip'],
  ['a zip with the backslashes of Windows', 'zip', 'windows.zip'],
]

describe('unpack accepts', () => {
  it.each(fixtures)('%s', async (_what, archive, name) => {
    const folder = await unpackBytes(await archiveFixture(name), archive)
    expect(await read(folder, 'bin/greet')).toBe('#!/bin/sh\necho hello\n')
  })

  it.each(['gnu', 'pax'])('names longer than a header, as %s writes them', async (format) => {
    const folder = await unpackBytes(await archiveFixture(`${format}-names.tar.gz`), 'tar.gz')
    const long = `${'d'.repeat(120)}/${'e'.repeat(120)}/${'f'.repeat(90)}`
    expect(await read(folder, long)).toBe('long\n')
  })

  it('names in any script and form, each as its own file', async () => {
    const names = ['测试/工具', 'cafe\u0301', 'caf\u00e9', "a b'$(id)"]
    const folder = await unpackBytes(
      await tarEntries([
        { name: './', type: 'directory' },
        ...names.map((name) => ({ name: `./${name}`, content: name })),
      ]),
      'tar.gz',
    )
    expect(await Promise.all(names.map((name) => read(folder, name)))).toEqual(names)
  })

  it('an empty archive', async () => {
    expect(await readdir(path.join(await unpackBytes(await tarEntries([]), 'tar.gz'), 'out'))).toEqual([])
  })

  it('a folder twice, and a file whose name differs only in case if the file system distinguishes it', async () => {
    const folder = await unpackBytes(
      await tarEntries([
        { name: 'a/', type: 'directory' },
        { name: 'a/', type: 'directory' },
        { name: 'a/x', content: '1' },
      ]),
      'tar.gz',
    )
    expect(await read(folder, 'a/x')).toBe('1')
  })

  it('hard links as copies', async () => {
    const folder = await unpackBytes(
      await tarEntries([
        { name: 'bin/a', content: 'x' },
        { name: 'other/b', type: 'link', linkname: 'bin/a' },
      ]),
      'tar.gz',
    )
    expect(await read(folder, 'other/b')).toBe('x')
    expect((await lstat(path.join(folder, 'out/other/b'))).nlink).toBe(1)
  })
})

describe('modes', () => {
  it('removes permissions of others, and ignores owners', async () => {
    const folder = await unpackBytes(
      await tarEntries([{ name: 'a', content: 'x', mode: 0o6777, uid: 12345, gid: 12345 }]),
      'tar.gz',
    )
    expect(await modeOf(folder, 'a')).toBe(0o755)
    expect((await stat(path.join(folder, 'out/a'))).uid).toBe(process.getuid?.())
  })

  it('takes the POSIX modes of a zip, if it has any', async () => {
    const file = (mode: number): [Uint8Array, { os: number; attrs: number }] => [
      strToU8('x'),
      { os: 3, attrs: (mode << 16) >>> 0 },
    ]
    const folder = await unpackBytes(zipSync({ tool: file(0o100755), text: file(0o100644) }), 'zip')
    expect([await modeOf(folder, 'tool'), await modeOf(folder, 'text')]).toEqual([0o755, 0o644])
  })

  it('makes the program executable, whatever the archive says', async () => {
    const folder = await unpackBytes(await archiveFixture('zip64.zip'), 'zip', { program: 'bin/greet' })
    expect(await modeOf(folder, 'bin/greet')).toBe(0o755)
  })
})

describe('a format without a library', () => {
  const beyond: [string, ArchiveKind, string, string][] = [
    ['xz with a filter for machine code', 'tar.xz', 'filtered.tar.xz', 'xz'],
    ['zstd with a window of 2 GiB', 'tar.zst', 'wide.tar.zst', 'zstd'],
  ]

  it.each(beyond)('%s is unpacked by a system program', async (_what, archive, name, program) => {
    if ((await findProgram(program, process.env)) === undefined) return
    const folder = await unpackBytes(await archiveFixture(name), archive)
    expect(await read(folder, 'bin/greet')).toBe('#!/bin/sh\necho hello\n')
  })

  it.each(beyond)('%s is refused if no such program is installed', async (_what, archive, name, program) => {
    const unpacked = unpackBytes(await archiveFixture(name), archive, { environment: { PATH: '' } })
    await expect(unpacked).rejects.toMatchObject({
      code: 'archive.no-program',
      exitStatus: 7,
      hint: expect.stringContaining(`Install ${program}`),
    })
  })

  it('is reported as damaged if the system program says so', async () => {
    if ((await findProgram('xz', process.env)) === undefined) return
    const bytes = (await archiveFixture('filtered.tar.xz')).subarray(0, 120)
    await expect(unpackBytes(bytes, 'tar.xz')).rejects.toMatchObject({ code: 'archive.broken' })
  })
})

describe('a truncated archive', () => {
  it.each([...fixtures.slice(0, 4), ['tar.gz', 'tar.gz', 'gnu-names.tar.gz'] as const])(
    'is refused wherever it is cut: %s',
    async (_what, archive, name) => {
      const bytes = await archiveFixture(name)
      for (let tenth = 0; tenth < 10; tenth++) {
        const cut = bytes.subarray(0, Math.floor((bytes.length * tenth) / 10))
        const error: unknown = await unpackBytes(cut, archive).catch((thrown: unknown) => thrown)
        expect(isAppError(error) && error.code).toMatch(/^archive\.(broken|wrong-kind)$/)
      }
    },
  )
})
