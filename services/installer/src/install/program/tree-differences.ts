import type { LockedArtifact } from '@cli-apps/core'
import { t } from '@cli-apps/core'
import { isNodeArtifact } from '../../strategies/npm/npm-node.ts'

/**
 * Returns one line per difference between a resolved tree and the locked one. A lock of a machine whose own Node fits names no
 * Node; another machine may then use any that fits.
 */
export function treeDifferences(
  locked: readonly LockedArtifact[],
  found: readonly LockedArtifact[],
): string[] {
  const compared = locked.some(isNodeArtifact) ? found : found.filter((one) => !isNodeArtifact(one))
  const left = new Map(compared.map((artifact) => [keyOf(artifact), artifact]))
  const lines = locked.flatMap((artifact) => {
    const key = keyOf(artifact)
    const other = left.get(key)
    left.delete(key)
    if (other === undefined)
      return [
        t('tree-differences.missing', '{name} {version} is missing', {
          name: artifact.name,
          version: artifact.version,
        }),
      ]
    return isSameContent(artifact.integrity, other.integrity)
      ? []
      : [
          t('tree-differences.has-not', '{name} {version} has {integrity}, not {expected}', {
            name: artifact.name,
            version: artifact.version,
            integrity: other.integrity ?? t('tree-differences.no-hash', 'no hash'),
            expected: String(artifact.integrity),
          }),
        ]
  })
  return [
    ...lines,
    ...[...left.values()].map(({ name, version }) =>
      t('tree-differences.not-locked', '{name} {version} is not locked', { name, version }),
    ),
  ]
}

const keyOf = ({ name, version, interpreter }: LockedArtifact): string =>
  `${name}\n${version}\n${interpreter === true}`

/** Several hashes of one artifact belong to its files for different machines: one equal hash is enough. */
function isSameContent(locked: string | null, found: string | null): boolean {
  if (locked === null) return true
  const hashes = new Set(locked.split(' '))
  return found?.split(' ').some((hash) => hashes.has(hash)) ?? false
}
