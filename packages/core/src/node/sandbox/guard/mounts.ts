import { isInside } from '../../files.ts'

/** Something at a path of the sandbox's own file system. */
export interface Mount {
  at: string
  /** `own`: what the sandbox creates itself. */
  kind: 'own' | 'readable' | 'writable'
  args: readonly string[]
}

/** How much of each folder in memory may be filled, where that can be bounded. */
export const scratchBytes = 512 * 2 ** 20

/** Outer folders first; of one path the last; nothing that is there the same way already. */
export function orderMounts(mounts: readonly Mount[]): Mount[] {
  const byPath = new Map(mounts.map((mount) => [mount.at, mount]))
  const sorted = [...byPath.values()].sort((a, b) => depthOf(a.at) - depthOf(b.at))
  const kept: Mount[] = []
  for (const mount of sorted) {
    const around = innermost(kept, mount.at)
    if (mount.kind === 'own' || mount.kind !== around?.kind) kept.push(mount)
  }
  return kept
}

const depthOf = (at: string): number => at.split('/').filter((part) => part !== '').length

/** The innermost mount that holds this path, of mounts of which the outer ones come first. */
export const innermost = (mounts: readonly Mount[], at: string): Mount | undefined =>
  mounts.findLast((mount) => isInside(mount.at, at))
