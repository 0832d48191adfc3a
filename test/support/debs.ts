import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { ClosurePackage } from '@cli-apps/core'
import { type TarEntry, tarEntries } from './archives.ts'

/** What a package for a test consists of; every part may be wrong. */
export interface DebParts {
  package?: string
  version?: string
  architecture?: string
  /** The data archive. */
  files?: readonly TarEntry[]
  /** More files of the control archive, such as maintainer scripts. */
  scripts?: readonly TarEntry[]
  /** Replaces the compressed data archive. */
  data?: Uint8Array
  /** `.gz` by default; `''` for none. */
  compression?: string
}

/** A Debian package, as dpkg-deb makes it. */
export async function debFile({
  package: name = 'greet',
  version = '1.2.3-1',
  architecture = 'amd64',
  files = [],
  scripts = [],
  data,
  compression = '.gz',
}: DebParts = {}): Promise<Uint8Array> {
  const control = `Package: ${name}\nVersion: ${version}\nArchitecture: ${architecture}\nDescription: for a test\n more\n`
  const packed = data ?? (await tarEntries(files))
  return arFile([
    ['debian-binary', Buffer.from('2.0\n')],
    ['control.tar.gz', await tarEntries([{ name: './control', content: control }, ...scripts])],
    [`data.tar${compression}`, compression === '' ? gunzipSync(packed) : packed],
  ])
}

/** An `ar` archive of members as they are given. */
export function arFile(members: readonly (readonly [name: string, content: Uint8Array])[]): Uint8Array {
  const parts: Uint8Array[] = [Buffer.from('!<arch>\n')]
  for (const [name, content] of members) {
    const header = `${name.padEnd(16)}${'0'.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'100644'.padEnd(8)}`
    parts.push(Buffer.from(`${header}${String(content.length).padEnd(10)}\`\n`), content)
    if (content.length % 2 === 1) parts.push(Buffer.from('\n'))
  }
  return Buffer.concat(parts)
}

/** A folder as data archives have it. */
export const debFolder = (name: string): TarEntry => ({ name: `./${name}/`, type: 'directory' })
export const debLink = (name: string, linkname: string): TarEntry => ({
  name: `./${name}`,
  type: 'symlink',
  linkname,
})
export const debText = (name: string, content: string, mode = 0o644): TarEntry => ({
  name: `./${name}`,
  content,
  mode,
})

/** How a closure names a package. */
export const closurePackage = (deb: Uint8Array, changes: Partial<ClosurePackage> = {}): ClosurePackage => {
  const { package: name = 'greet', version = '1.2.3-1' } = changes
  return {
    package: name,
    version,
    path: `debian/pool/main/${name[0]}/${name}/${name}_${version}_amd64.deb`,
    size: deb.length,
    sha256: createHash('sha256').update(deb).digest('hex'),
    ...changes,
  }
}

/** A tar that no library writes: one entry with this type flag. */
export function oddTar(name: string, flag: string, content = ''): Uint8Array {
  const header = Buffer.alloc(512)
  header.write(name, 0)
  for (const [at, value] of [
    [100, '0000644'],
    [108, '0000000'],
    [116, '0000000'],
    [124, content.length.toString(8).padStart(11, '0')],
    [136, '00000000000'],
  ] as const)
    header.write(`${value}\0`, at)
  header.write(flag, 156)
  header.write('ustar\x0000', 257)
  header.fill(' ', 148, 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  const body = Buffer.alloc(Math.ceil(content.length / 512) * 512)
  body.write(content)
  return gzipSync(Buffer.concat([header, body, Buffer.alloc(1024)]))
}
