import { chmod, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ClosurePackage } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { downloadPackage, packageUrls } from '../../../services/installer/src/debian/download-package.ts'
import {
  type SharePackagesOptions,
  sharePackages,
} from '../../../services/installer/src/debian/share-packages.ts'
import { exampleClosure } from '../../support/debian-closure.ts'
import { closurePackage, debFile, debText } from '../../support/debs.ts'
import { closedPort, fileServer, loopbackServer } from '../../support/file-server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const greet = await debFile({ files: [debText('usr/bin/greet', 'hello', 0o755)] })
const locked = closurePackage(greet)
const { signal } = new AbortController()

async function options(
  mirrors: Readonly<Record<string, string>>,
  changes: Partial<SharePackagesOptions> = {},
): Promise<SharePackagesOptions> {
  const home = await temporaryFolder()
  // Whatever has no mirror here must not be asked for by a test.
  const all = { 'https://deb.debian.org': mirrors.pool, 'https://snapshot.debian.org': mirrors.archive }
  return {
    debs: path.join(home, 'debian'),
    locks: path.join(home, 'locks'),
    mirror: (url) =>
      Object.entries(all).reduce(
        (text, [from, to]) => (to === undefined ? text : text.replace(from, to)),
        url,
      ),
    environment: process.env,
    signal: new AbortController().signal,
    onProgress: () => {},
    ...changes,
  }
}

const closureOf = (...packages: ClosurePackage[]) => exampleClosure({ packages })

describe('the places of a package', () => {
  it('are the pool, or the mirror configured for it, and the archive at the time of the index', () => {
    const mirror = (url: string) => url.replace('https://deb.debian.org/debian', 'https://mirror.example/d')
    expect(packageUrls('debian/pool/main/g/greet/greet_1.deb', '20261101T000000Z', mirror)).toEqual([
      'https://mirror.example/d/pool/main/g/greet/greet_1.deb',
      'https://snapshot.debian.org/archive/debian/20261101T000000Z/pool/main/g/greet/greet_1.deb',
    ])
  })

  it('have the security archive apart', () => {
    expect(
      packageUrls('debian-security/pool/updates/main/g/greet.deb', '20261101T000000Z', (url) => url),
    ).toEqual([
      'https://deb.debian.org/debian-security/pool/updates/main/g/greet.deb',
      'https://snapshot.debian.org/archive/debian-security/20261101T000000Z/pool/updates/main/g/greet.deb',
    ])
  })
})

describe('a package of a closure', () => {
  it('is downloaded once, and shared by all that use it', async () => {
    const { url, asked } = await fileServer({ [`/${locked.path}`]: greet })
    const own = await options({ pool: url })
    const [first] = await sharePackages(closureOf(locked), own)
    const [second] = await sharePackages(closureOf(locked), own)
    expect(second).toEqual(first)
    expect(asked).toEqual([`/${locked.path}`])
    expect(await readdir(own.debs)).toEqual([locked.sha256])
    expect((await readdir(first?.folder ?? '')).sort()).toEqual(['deb.json', 'tree'])
  })

  it('is downloaded once by two installs at the same time', async () => {
    const { url, asked } = await fileServer({ [`/${locked.path}`]: greet })
    const own = await options({ pool: url })
    await Promise.all([1, 2, 3].map(() => sharePackages(closureOf(locked), own)))
    expect(asked).toHaveLength(1)
  })

  it.each(['content', 'a missing file', 'another file', 'the list'])(
    'is downloaded again where its folder is damaged: %s',
    async (what) => {
      const { url, asked } = await fileServer({ [`/${locked.path}`]: greet })
      const own = await options({ pool: url })
      const [first] = await sharePackages(closureOf(locked), own)
      const folder = first?.folder ?? ''
      const program = path.join(folder, 'tree/usr/bin/greet')
      if (what === 'content') {
        await chmod(program, 0o755)
        await writeFile(program, 'other')
      } else if (what === 'another file') await writeFile(path.join(folder, 'tree/usr/bin/more'), '')
      else if (what === 'the list') await writeFile(path.join(folder, 'deb.json'), '{}')
      else await rm(program)
      await sharePackages(closureOf(locked), own)
      expect(asked).toHaveLength(2)
      expect((await stat(program)).size).toBe('hello'.length)
      expect(await readdir(own.debs)).toEqual([locked.sha256])
    },
  )

  it('is taken from the archive where the pool has it no more', async () => {
    const pool = await fileServer({})
    const dated = `/archive/debian/20261101T000000Z/${locked.path.slice('debian/'.length)}`
    const archive = await fileServer({ [dated]: greet })
    const urls = [`${pool.url}/${locked.path}`, await closedPort(), `${archive.url}${dated}`]
    const to = path.join(await temporaryFolder(), 'deb')
    await downloadPackage(locked, { urls, to, signal, onProgress: () => {} })
    expect((await stat(to)).size).toBe(greet.length)
    expect(pool.asked).toHaveLength(1)
    expect(archive.asked).toEqual([dated])
  })

  it('that no place has is an error that names each of them', async () => {
    const { url } = await fileServer({})
    const to = path.join(await temporaryFolder(), 'deb')
    const urls = [`${url}/a.deb`, await closedPort()]
    const failing = downloadPackage(locked, { urls, to, signal, onProgress: () => {} })
    await expect(failing).rejects.toMatchObject({
      code: 'debian.unreachable',
      message: expect.stringMatching(/greet 1\.2\.3-1 .*a\.deb .*404.* cannot be downloaded/),
    })
  })

  it('of which a mirror has other bytes stops the install: the next place is not asked', async () => {
    const other = Buffer.from(greet)
    other[other.length - 1] = (other.at(-1) ?? 0) ^ 1
    const { url, asked } = await fileServer({ [`/${locked.path}`]: other })
    const own = await options({ pool: url })
    await expect(sharePackages(closureOf(locked), own)).rejects.toMatchObject({
      code: 'download.checksum-mismatch',
    })
    expect(asked).toHaveLength(1)
    expect(await readdir(own.debs)).toEqual([])
  })

  it.each([
    ['a package of another name', { package: 'grit' }, 'deb.other-package'],
    ['a package of another version', { version: '9' }, 'deb.other-package'],
    ['another size', { size: greet.length + 1 }, 'download.checksum-mismatch'],
    ['another digest', { sha256: 'c'.repeat(64) }, 'download.checksum-mismatch'],
  ])('of which the closure lies is refused: %s', async (_what, lie, code) => {
    const path = locked.path
    const { url } = await fileServer({ [`/${path}`]: greet })
    const own = await options({ pool: url })
    await expect(sharePackages(closureOf({ ...locked, ...lie }), own)).rejects.toMatchObject({ code })
    expect(await readdir(own.debs)).toEqual([])
  })

  it('that is shared already is still refused under another name', async () => {
    const { url } = await fileServer({ [`/${locked.path}`]: greet })
    const own = await options({ pool: url })
    await sharePackages(closureOf(locked), own)
    await expect(sharePackages(closureOf({ ...locked, package: 'grit' }), own)).rejects.toMatchObject({
      code: 'deb.other-package',
    })
    expect(await readdir(own.debs)).toEqual([locked.sha256])
  })
})

it('several are downloaded in parallel, and one line counts them', async () => {
  let now = 0
  let most = 0
  const debs = await Promise.all(
    Array.from({ length: 9 }, async (_, index) => {
      const deb = await debFile({ package: `lib${index}`, files: [debText(`usr/lib/${index}`, 'x')] })
      return { deb, locked: closurePackage(deb, { package: `lib${index}` }) }
    }),
  )
  const url = await loopbackServer((request, response) => {
    most = Math.max(most, ++now)
    const found = debs.find((one) => request.url === `/${one.locked.path}`)
    // The first waits until others are asked for.
    setTimeout(() => {
      now--
      response.end(found?.deb)
    }, 30)
  })
  const states: string[] = []
  const own = await options(
    { pool: url },
    { onProgress: ({ done, of, received }) => states.push(`${done}/${of} ${received}`) },
  )
  await sharePackages(closureOf(...debs.map((one) => one.locked)), own)
  const total = debs.reduce((sum, { deb }) => sum + deb.length, 0)
  expect(states[0]).toBe('0/9 0')
  expect(states.at(-1)).toBe(`9/9 ${total}`)
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(6)
})

it('an interruption leaves whole packages and nothing else', async () => {
  const stop = new AbortController()
  const slow = await loopbackServer((request, response) => {
    if (request.url === `/${locked.path}`) return void response.end(greet)
    stop.abort()
  })
  const own = await options({ pool: slow }, { signal: stop.signal })
  await mkdir(own.debs, { recursive: true })
  const other = { ...locked, package: 'other', path: 'debian/pool/main/o/other.deb', sha256: 'd'.repeat(64) }
  await expect(sharePackages(closureOf(other, locked), own)).rejects.toThrow()
  for (const name of await readdir(own.debs)) expect(name).toBe(locked.sha256)
})
