import { isInside } from '../../files.ts'

/** Something at a path in the sandbox's file system. */
export interface Mount {
  at: string
  /** `own`: created by the sandbox itself. `root`: shown from elsewhere, so that no mount around it has the same. */
  kind: 'own' | 'root' | 'readable' | 'writable'
  args: readonly string[]
}

/** Size limit of each in-memory folder, if supported. */
export const scratchBytes = 512 * 2 ** 20

/** Orders mounts with outer folders first; of duplicates the last one wins, and redundant ones are dropped. */
export function orderMounts(mounts: readonly Mount[]): Mount[] {
  const byPath = new Map(mounts.map((mount) => [mount.at, mount]))
  const sorted = [...byPath.values()].sort((a, b) => depthOf(a.at) - depthOf(b.at))
  const kept: Mount[] = []
  for (const mount of sorted) {
    const around = innermost(kept, mount.at)
    if (mount.kind === 'own' || mount.kind === 'root' || mount.kind !== around?.kind) kept.push(mount)
  }
  return kept
}

const depthOf = (at: string): number => at.split('/').filter((part) => part !== '').length

/** The innermost mount that contains a path; outer mounts must come first. */
export const innermost = (mounts: readonly Mount[], at: string): Mount | undefined =>
  mounts.findLast((mount) => isInside(mount.at, at))
