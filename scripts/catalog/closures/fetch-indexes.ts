import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type DebianArchitecture, IntegrityError } from '@cli-apps/core'
import { outputOf } from '../smoke/output-of.ts'
import { fetchFile, openFile } from './fetch-file.ts'
import { createPackageIndex, type DebianPackage, type PackageIndex, parsePackages } from './package-index.ts'

export const suite = 'bookworm'

const sources = [
  { archive: 'debian', suite },
  { archive: 'debian', suite: `${suite}-updates` },
  { archive: 'debian-security', suite: `${suite}-security` },
] as const

const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'

export interface SignedIndexes {
  /** The time of the newest index, as the dated archive writes it. */
  snapshot: string
  indexes: Record<DebianArchitecture, PackageIndex>
}

/** Fetches the package indexes of Debian, verified by the archive's signatures, into `folder`: all, or of security updates. */
export async function fetchIndexes(folder: string, only?: 'security'): Promise<SignedIndexes> {
  const wanted = sources.filter(({ suite }) => only === undefined || suite.endsWith(only))
  const releases = await Promise.all(
    wanted.map(async (source) => ({ source, release: await fetchRelease(source, folder) })),
  )
  const read = async (architecture: DebianArchitecture): Promise<PackageIndex> => {
    const lists: Iterable<DebianPackage>[] = []
    for (const { source, release } of releases)
      lists.push(
        parsePackages(await fetchPackages(source, release, { architecture, folder }), source.archive),
      )
    return createPackageIndex(lists.flatMap((list) => [...list]))
  }
  return {
    snapshot: snapshotTime(releases.map(({ release }) => release)),
    indexes: { amd64: await read('amd64'), arm64: await read('arm64') },
  }
}

/** Returns the text that the archive signed. */
async function fetchRelease({ archive, suite }: (typeof sources)[number], folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const [signed, verified] = ['InRelease', 'Release'].map((name) => path.join(folder, `${suite}.${name}`))
  const chunks: Buffer[] = []
  for await (const chunk of await openFile(`${archive}/dists/${suite}/InRelease`)) chunks.push(chunk)
  await writeFile(signed as string, Buffer.concat(chunks))
  await rm(verified as string, { force: true })
  await outputOf(['gpgv', '--quiet', '--keyring', keyring, '--output', verified as string, signed as string])
  return readFile(verified as string, 'utf8')
}

async function fetchPackages(
  { archive, suite }: (typeof sources)[number],
  release: string,
  { architecture, folder }: { architecture: DebianArchitecture; folder: string },
): Promise<string> {
  const name = `main/binary-${architecture}/Packages.xz`
  const { sha256, size } = listedFile(release, name)
  const file = path.join(folder, `${suite}-${architecture}-${sha256.slice(0, 16)}.xz`)
  await fetchFile(`${archive}/dists/${suite}/${name}`, file, { sha256, size })
  const text = file.replace(/\.xz$/, '')
  await outputOf(['xz', '--decompress', '--keep', '--force', file])
  const content = await readFile(text, 'utf8')
  await rm(text)
  return content
}

/** Reads the digest of a file from the list of SHA256 sums in a release. */
export function listedFile(release: string, name: string): { sha256: string; size: number } {
  const sums = /^SHA256:\n((?: .*\n?)+)/m.exec(release)?.[1] ?? ''
  for (const line of sums.split('\n')) {
    const [sha256 = '', size = '', listed] = line.trim().split(/\s+/)
    if (listed === name && /^[0-9a-f]{64}$/.test(sha256)) return { sha256, size: Number(size) }
  }
  throw new IntegrityError('catalog.debian-index', `The signed release does not list ${name}.`)
}

/** The newest `Date` of these releases as `20260711T093000Z`. */
export function snapshotTime(releases: readonly string[]): string {
  const dates = releases.map((release) => Date.parse(/^Date: (.+)$/m.exec(release)?.[1] ?? ''))
  const newest = new Date(Math.max(...dates)).toISOString()
  return `${newest.slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}
