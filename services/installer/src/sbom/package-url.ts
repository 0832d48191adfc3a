import type { LockedArtifact, MethodKind } from '@cli-apps/core'
import { PackageURL } from 'packageurl-js'

/** Types of package URLs (github.com/package-url/purl-spec) by install method. */
const types: Partial<Record<MethodKind, string>> = {
  npm: 'npm',
  pip: 'pypi',
  cargo: 'cargo',
  go: 'golang',
  apt: 'deb',
  debian: 'deb',
}

/** Returns the package URL of a locked package; `undefined` if it is not from a public ecosystem. */
export function packageUrl(artifact: LockedArtifact, method: MethodKind): string | undefined {
  const type = types[method]
  if (type === undefined || artifact.url !== undefined) return undefined
  const full = packageName(artifact, method)
  const at = full.lastIndexOf('/')
  const namespace = type === 'deb' ? 'debian' : at === -1 ? undefined : full.slice(0, at)
  return new PackageURL(type, namespace, full.slice(at + 1), artifact.version).toString()
}

/** Returns the package's own name, because an npm artifact is named after its path below `node_modules/`. */
export const packageName = ({ name, package: own }: LockedArtifact, method: MethodKind): string =>
  method === 'npm' ? (own ?? name.split('/node_modules/').at(-1) ?? name) : name
