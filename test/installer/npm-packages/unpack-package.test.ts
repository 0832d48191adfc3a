import { randomBytes } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { unpackPackage } from '../../../services/installer/src/npm-packages/unpack-package.ts'
import { type TarEntry, tarEntries } from '../../support/archives.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

async function unpacked(
  entries: readonly TarEntry[],
  programs: readonly string[] = [],
): Promise<{ folder: string; bundles: boolean }> {
  const folder = await temporaryFolder()
  const from = path.join(folder, 'archive')
  await writeFile(from, await tarEntries(entries))
  const to = path.join(folder, 'out')
  const { signal } = new AbortController()
  return { folder, ...(await unpackPackage({ from, to, programs, signal })) }
}

const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((one) => !one.isDirectory())
    .map((one) => path.relative(folder, path.join(one.parentPath, one.name)))
    .sort()

describe('unpackPackage', () => {
  it('drops the first folder, whatever its name, and what is not below one', async () => {
    const { folder } = await unpacked([
      { name: 'package/', type: 'directory' },
      { name: 'package/a.js', content: 'a' },
      { name: './other/lib/b.js', content: 'b' },
      { name: 'lost.js', content: 'c' },
    ])
    expect(await namesIn(path.join(folder, 'out'))).toEqual(['a.js', 'lib/b.js'])
  })

  it('makes files readable for all, writable for the owner, and programs executable', async () => {
    const { folder } = await unpacked(
      [
        { name: 'package/secret', mode: 0o600 },
        { name: 'package/open', mode: 0o666 },
        { name: 'package/root', mode: 0o6755 },
        { name: 'package/cli.js', mode: 0o644 },
      ],
      ['cli.js'],
    )
    const modes = ['secret', 'open', 'root', 'cli.js'].map(async (name) =>
      ((await stat(path.join(folder, 'out', name))).mode & 0o7777).toString(8),
    )
    expect(await Promise.all(modes)).toEqual(['644', '644', '755', '755'])
  })

  it('takes .gitignore as .npmignore, unless that came first', async () => {
    const { folder } = await unpacked([
      { name: 'package/a/.gitignore', content: 'git' },
      { name: 'package/b/.npmignore', content: 'npm' },
      { name: 'package/b/.gitignore', content: 'git' },
    ])
    expect(await namesIn(path.join(folder, 'out'))).toEqual(['a/.npmignore', 'b/.npmignore'])
    expect(await readFile(path.join(folder, 'out/b/.npmignore'), 'utf8')).toBe('npm')
  })

  it('keeps the last of two files with one name, and the content of large ones', async () => {
    const large = randomBytes(2_000_000).toString('hex')
    const { folder } = await unpacked([
      { name: 'package/a.js', content: 'first' },
      { name: 'package/a.js', content: 'last' },
      { name: 'package/large', content: large },
    ])
    expect(await readFile(path.join(folder, 'out/a.js'), 'utf8')).toBe('last')
    expect(await readFile(path.join(folder, 'out/large'), 'utf8')).toBe(large)
  })

  it('leaves out links and special files, so that nothing is written through one', async () => {
    const { folder } = await unpacked([
      { name: 'package/away', type: 'symlink', linkname: '..' },
      { name: 'package/away/evil.js', content: 'evil' },
      { name: 'package/hard', type: 'link', linkname: 'package/away/evil.js' },
      { name: 'package/pipe', type: 'fifo' },
    ])
    expect(await namesIn(folder)).toEqual(['archive', 'out/away/evil.js'])
  })

  it.each([
    ['a name that leads out', 'package/../../evil.js', 'archive.path-escape'],
    ['a name with a backslash', 'package/a\\..\\evil.js', 'archive.path-escape'],
  ])('refuses %s', async (_what, name, code) => {
    await expect(unpacked([{ name, content: 'evil' }])).rejects.toMatchObject({ code })
  })

  it('refuses what unpacks to far more than it is', async () => {
    const zeros = Buffer.alloc(50_000_000)
    await expect(unpacked([{ name: 'package/zeros', content: zeros }])).rejects.toMatchObject({
      code: 'archive.too-large',
    })
  })

  it('refuses a file that is no archive, and one that ends early', async () => {
    const folder = await temporaryFolder()
    const { signal } = new AbortController()
    const whole = await tarEntries([{ name: 'package/a.js', content: 'a'.repeat(10_000) }])
    for (const [bytes, code] of [
      [Buffer.from('<html>'), 'archive.wrong-kind'],
      [whole.subarray(0, whole.length - 20), 'archive.broken'],
    ] as const) {
      const from = path.join(folder, code)
      await writeFile(from, bytes)
      const to = path.join(folder, 'out', code)
      await expect(unpackPackage({ from, to, programs: [], signal })).rejects.toMatchObject({ code })
    }
  })

  it('says whether the package brings others', async () => {
    expect(await unpacked([{ name: 'package/node_modules/b/index.js' }])).toMatchObject({ bundles: true })
    expect(await unpacked([{ name: 'package/lib/node_modules/b.js' }])).toMatchObject({ bundles: false })
  })
})
