import { createHash } from 'node:crypto'
import path from 'node:path'
import { fileServer } from './file-server.ts'
import { tarball } from './folder-registry.ts'

/** A package version that the registry serves; `files` stand beside its package.json. */
export interface ServedPackage {
  name: string
  version: string
  files?: Readonly<Record<string, string>>
  /** More of its package.json. */
  json?: Readonly<Record<string, unknown>>
  /** More of what the registry says of the archive, such as `signatures`. */
  dist?: Readonly<Record<string, unknown>>
  /** When it was published, in ISO 8601; the registry says nothing when absent. */
  time?: string
  /** Where its archive is, if not where registries keep it. */
  archive?: string
}

export interface NpmRegistry {
  url: string
  /** Adds a version, or serves other bytes for one under the digest that is listed. */
  publish: (version: ServedPackage, options?: { keepsDigest: boolean }) => Promise<void>
  asked: string[]
}

interface Packument {
  name: string
  'dist-tags': { latest: string }
  time?: Record<string, string>
  versions: Record<string, { dist: { integrity: string; tarball: string }; name: string; version: string }>
}

/** An npm registry on loopback that lives as long as the test. */
export async function npmRegistry(versions: readonly ServedPackage[]): Promise<NpmRegistry> {
  // It knows of no vulnerability.
  const files: Record<string, Uint8Array | string> = { '/-/npm/v1/security/advisories/bulk': '{}' }
  const packuments = new Map<string, Packument>()
  const { url, asked } = await fileServer(files)
  const publish: NpmRegistry['publish'] = async (served, options) => {
    const { name, version, files: more = {}, json = {}, dist = {}, time } = served
    const manifest = { name, version, ...json }
    const entries = Object.entries({ ...more, 'package.json': JSON.stringify(manifest) })
    const bytes = await tarball(Object.fromEntries(entries.map(([file, text]) => [`package/${file}`, text])))
    const place = served.archive ?? `/${name}/-/${path.basename(name)}-${version}.tgz`
    files[place] = bytes
    const known = packuments.get(name) ?? { name, 'dist-tags': { latest: version }, versions: {} }
    const digest = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
    const integrity = (options?.keepsDigest && known.versions[version]?.dist.integrity) || digest
    known.versions[version] = { ...manifest, dist: { ...dist, integrity, tarball: `${url}${place}` } }
    known['dist-tags'].latest = version
    if (time !== undefined) known.time = { ...known.time, [version]: time }
    packuments.set(name, known)
    files[`/${name}`] = JSON.stringify(known)
    files[`/${name}/${version}`] = JSON.stringify(known.versions[version])
    files[`/${name}/latest`] = files[`/${name}/${version}`] ?? ''
  }
  for (const version of versions) await publish(version)
  return { url, publish, asked }
}
