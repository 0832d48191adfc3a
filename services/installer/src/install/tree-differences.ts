import type { LockedArtifact } from '@cli-apps/core'

/** What of a resolved tree is not as it is locked, a line for each; none when all of it is. */
export function treeDifferences(
  locked: readonly LockedArtifact[],
  found: readonly LockedArtifact[],
): string[] {
  const left = new Map(found.map((artifact) => [keyOf(artifact), artifact]))
  const lines = locked.flatMap((artifact) => {
    const key = keyOf(artifact)
    const other = left.get(key)
    left.delete(key)
    if (other === undefined) return [`${artifact.name} ${artifact.version} is missing`]
    return isSameContent(artifact.integrity, other.integrity)
      ? []
      : [
          `${artifact.name} ${artifact.version} has ${other.integrity ?? 'no hash'}, not ${artifact.integrity}`,
        ]
  })
  return [...lines, ...[...left.values()].map(({ name, version }) => `${name} ${version} is not locked`)]
}

const keyOf = ({ name, version }: LockedArtifact): string => `${name}\n${version}`

/** Several hashes of one artifact are those of its files for different machines: one of them is enough. */
function isSameContent(locked: string | null, found: string | null): boolean {
  if (locked === null) return true
  const hashes = new Set(locked.split(' '))
  return found?.split(' ').some((hash) => hashes.has(hash)) ?? false
}
