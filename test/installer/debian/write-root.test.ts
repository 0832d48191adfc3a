import { mkdir, readdir, readFile, readlink, realpath, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { DebianClosure } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { planRoot } from '../../../services/installer/src/debian/plan-root.ts'
import { unpackDeb } from '../../../services/installer/src/debian/unpack-deb.ts'
import { writeRoot } from '../../../services/installer/src/debian/write-root.ts'
import { listFiles } from '../../../services/installer/src/store/file-list.ts'
import type { TarEntry } from '../../support/archives.ts'
import { debFile, debFolder, debLink, debText } from '../../support/debs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const { signal } = new AbortController()

/** Unpacks packages of these files and joins them to a root, whose folder is given. */
async function rootOf(
  packages: readonly (readonly TarEntry[])[],
  links: DebianClosure['links'] = [],
): Promise<{ root: string; folders: string[] }> {
  const home = await temporaryFolder()
  const placed = await Promise.all(
    packages.map(async (files, index) => {
      const folder = path.join(home, `${index}`)
      await mkdir(folder)
      const file = path.join(home, `${index}.deb`)
      await writeFile(file, await debFile({ package: `pkg${index}`, files }))
      const expected = { package: `pkg${index}`, version: '1.2.3-1' }
      const unpacking = {
        file,
        expected,
        architecture: 'amd64' as const,
        to: folder,
        environment: process.env,
        signal,
      }
      return { folder, content: await unpackDeb(unpacking) }
    }),
  )
  const root = path.join(home, 'root')
  await writeRoot(planRoot(placed, { links, architecture: 'amd64' }), root, { signal })
  return { root, folders: placed.map(({ folder }) => folder) }
}

const text = (root: string, name: string): Promise<string> => readFile(path.join(root, name), 'utf8')

describe('a root', () => {
  it('has the files of all packages, as links to the shared ones', async () => {
    const files = [debText('usr/bin/greet', 'hello', 0o755)]
    const { root, folders } = await rootOf([files, [debText('usr/lib/libgreet.so', 'lib')]])
    expect(await text(root, 'usr/lib/libgreet.so')).toBe('lib')
    const [own, shared] = await Promise.all(
      [root, path.join(folders[0] ?? '', 'tree')].map((folder) => stat(path.join(folder, 'usr/bin/greet'))),
    )
    expect(own?.ino).toBe(shared?.ino)
    expect((own?.mode ?? 0) & 0o777).toBe(0o555)
  })

  it('has /bin, /sbin, /lib and /lib64 as links into /usr, and the files of packages there', async () => {
    const { root } = await rootOf([
      [debFolder('bin'), debText('bin/greet', 'hello', 0o755), debText('lib64/ld.so', 'loader', 0o755)],
      [debText('lib32/libc.so', 'old')],
    ])
    expect(await text(root, 'usr/bin/greet')).toBe('hello')
    for (const name of ['bin', 'sbin', 'lib', 'lib64', 'lib32'])
      expect(await readlink(path.join(root, name))).toBe(`usr/${name}`)
    expect(await text(root, 'lib64/ld.so')).toBe('loader')
    expect(await readdir(root)).not.toContain('libx32')
  })

  it('has empty places for what the host lends, and names that are looked up without services', async () => {
    const { root } = await rootOf([[debText('etc/hosts', 'own')]])
    for (const name of [
      'etc/resolv.conf',
      'etc/passwd',
      'etc/group',
      'etc/localtime',
      'etc/ssl/certs/ca-certificates.crt',
    ])
      expect(await text(root, name)).toBe('')
    expect(await text(root, 'etc/hosts')).toBe('own')
    expect(await text(root, 'etc/nsswitch.conf')).toContain('hosts: files dns')
    for (const name of ['usr/share/zoneinfo', 'var/tmp'])
      expect((await stat(path.join(root, name))).isDirectory()).toBe(true)
  })

  it('keeps the nsswitch.conf of a package, and puts a file where a package has a link to the host', async () => {
    const { root } = await rootOf([
      [debText('etc/nsswitch.conf', 'hosts: dns\n'), debLink('etc/resolv.conf', '/run/resolv.conf')],
    ])
    expect(await text(root, 'etc/nsswitch.conf')).toBe('hosts: dns\n')
    expect((await stat(path.join(root, 'etc/resolv.conf'))).size).toBe(0)
  })

  it('follows a link to a folder, as dpkg does, within the root', async () => {
    const { root } = await rootOf([
      [debText('usr/share/real/a', 'a'), debLink('usr/share/alias', '/usr/share/real')],
      [debFolder('usr/share/alias'), debText('usr/share/alias/b', 'b')],
    ])
    expect((await readdir(path.join(root, 'usr/share/real'))).sort()).toEqual(['a', 'b'])
    expect(await text(root, 'usr/share/alias/b')).toBe('b')
  })

  it('takes the later of two packages with one file, and the same file of both', async () => {
    const { root } = await rootOf([
      [debText('etc/one', 'first'), debText('etc/same', 'same')],
      [debText('etc/one', 'second'), debText('etc/same', 'same')],
    ])
    expect(await text(root, 'etc/one')).toBe('second')
    expect(await text(root, 'etc/same')).toBe('same')
  })

  it.each([
    ['a file where another has a folder', [debText('opt/a/b', '')], [debText('opt/a', '')]],
    ['a folder where another has a file', [debText('opt/a', '')], [debText('opt/a/b', '')]],
    ['a link to nothing where another has a folder', [debText('opt/a/b', '')], [debLink('opt/a', '/none')]],
    [
      'a folder behind links that lead in a circle',
      [debLink('a', 'b'), debLink('b', 'a')],
      [debText('a/c', '')],
    ],
  ])('is refused where one package has %s', async (_what, first, second) => {
    await expect(rootOf([first, second])).rejects.toMatchObject({ code: 'debian.conflict' })
  })

  it('is the same, byte for byte, when it is made again', async () => {
    const packages = [[debText('usr/bin/greet', 'x', 0o755), debLink('usr/bin/hi', '/usr/bin/greet')]]
    const [one, two] = await Promise.all([rootOf(packages), rootOf(packages)])
    expect(await listFiles(one.root)).toEqual(await listFiles(two.root))
    expect((await stat(path.join(one.root, 'usr/bin'))).mtimeMs).toBe(
      (await stat(path.join(two.root, 'usr/bin'))).mtimeMs,
    )
  })
})

describe('every link of a root is relative and stays inside', () => {
  it.each([
    ['etc/alternatives/greet', '/usr/bin/greet', '../../usr/bin/greet'],
    ['usr/bin/greet', '/etc/alternatives/greet', '../../etc/alternatives/greet'],
    ['usr/bin/a', '../../../../../../etc/passwd', '../../etc/passwd'],
    ['top', '../../etc/shadow', 'etc/shadow'],
    ['usr/bin/b', 'greet', 'greet'],
    ['usr/bin/c', './x/./y/', 'x/y'],
    ['usr/bin/d', '/', '../..'],
    ['usr/bin/e', '/../../../etc/passwd', '../../etc/passwd'],
    // It is made in usr/bin, two folders deep and not one.
    ['bin/f', '/etc/f', '../../etc/f'],
    ['bin/g', '../etc/g', '../etc/g'],
    // /lib is usr/lib, so that `..` after it is usr.
    ['usr/bin/h', '/lib/../share/h', '../../usr/share/h'],
    ['usr/bin/i', 'none/../../../../../../etc/i', '../../etc/i'],
  ])('%s -> %s', async (at, to, expected) => {
    const { root } = await rootOf([[debText('usr/share/h', ''), debLink(at, to)]])
    expect(await readlink(path.join(root, at))).toBe(expected)
  })

  it('so that what it leads to is never outside, read by any program of the host', async () => {
    const hostile = [
      '/etc/passwd',
      '../../../../../../../../etc/passwd',
      '/lib/../../../../etc/passwd',
      '/proc/self/root',
    ]
    const { root } = await rootOf([
      [debText('etc/passwd', 'own'), ...hostile.map((to, index) => debLink(`usr/a/b/${index}`, to))],
    ])
    for (const index of hostile.keys()) {
      const found = await realpath(path.join(root, `usr/a/b/${index}`)).catch(() => root)
      expect(found.startsWith(root)).toBe(true)
    }
  })

  it('and what a package writes below such a link lands in the root', async () => {
    const { root } = await rootOf([[debLink('evil', '/../../../../tmp')], [debText('evil/file', 'x')]])
    expect(await text(root, 'tmp/file')).toBe('x')
  })
})

describe('the alternatives of a closure', () => {
  it('are links, and leave a file of a package alone', async () => {
    const { root } = await rootOf(
      [[debText('usr/bin/convert-im6', 'im6', 0o755), debText('usr/bin/own', 'own', 0o755)]],
      [
        { at: '/etc/alternatives/convert', to: '/usr/bin/convert-im6' },
        { at: '/usr/bin/convert', to: '/etc/alternatives/convert' },
        { at: '/usr/bin/own', to: '/etc/alternatives/own' },
      ],
    )
    expect(await text(root, 'usr/bin/convert')).toBe('im6')
    expect(await text(root, 'usr/bin/own')).toBe('own')
  })
})
