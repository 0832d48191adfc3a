import path from 'node:path'
import type { LockedArtifact } from '@cli-apps/core'
import { parse } from 'ini'
import type { ManagerSettings } from '../../managers/manager-settings.ts'
import { npmRegistryOf } from '../../managers/npm-settings.ts'
import { registryName } from './npm-tree.ts'

/** The archive of a package of npm, whose digest is known before it is downloaded. */
export interface PackageArchive {
  name: string
  version: string
  url: string
  /** Hexadecimal digits. */
  sha512: string
  /** Where it belongs, below a prefix: `node_modules/a/node_modules/b`. */
  place: string
  /** Its executables: name and file. */
  bin: Readonly<Record<string, string>>
}

const folder = 'node_modules/'

/**
 * Returns the archives that make up a tree, where cli-apps can download and unpack them as npm would; `undefined` where
 * only npm can: with settings for tokens, certificates or proxies, for packages from elsewhere, and on Windows, where npm
 * writes a program for each executable.
 */
export function archivesOf(
  tree: readonly LockedArtifact[],
  settings: ManagerSettings,
  { platform }: { platform: string },
): PackageArchive[] | undefined {
  if (platform.startsWith('windows') || !isPlain(settings)) return undefined
  const archives = tree.flatMap((artifact) => {
    const sha512 = sha512Of(artifact)
    if (sha512 === undefined || artifact.url !== undefined) return []
    const { version, bin = {} } = artifact
    const name = registryName(artifact)
    const url = archiveUrl(npmRegistryOf(name, settings), name, version)
    return [{ name, version, url, sha512, place: folder + artifact.name, bin }]
  })
  return archives.length === tree.length ? archives : undefined
}

const plainKey = /^(registry|@[^/:]+:registry|fetch-[a-z-]+|maxsockets)$/

/** Whether the settings name registries alone. */
const isPlain = ({ files, proxies }: ManagerSettings): boolean =>
  Object.keys(parse(files['.npmrc'] ?? '')).every((key) => plainKey.test(key)) &&
  Object.keys(proxies).length === 0

const sha512Of = ({ integrity }: LockedArtifact): string | undefined => {
  const [, digest] = /^sha512-([A-Za-z0-9+/]{86}==)$/.exec(integrity ?? '') ?? []
  return digest === undefined ? undefined : Buffer.from(digest, 'base64').toString('hex')
}

/** npm's registry keeps archives under this name, and so do most others. */
const archiveUrl = (registry: string, name: string, version: string): string =>
  `${registry}${name}/-/${path.posix.basename(name)}-${version}.tgz`
