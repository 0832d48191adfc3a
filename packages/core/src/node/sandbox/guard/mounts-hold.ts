import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasCode, isInside, isMissing } from '../../files.ts'

const pauseMs = 10
const mostPauses = 300

/**
 * Whether a held sandbox has each of these places mounted onto itself: a parent folder may have been renamed between
 * search and mount, so that the mount covers another path. Places are absolute and in the workspace. True for a sandbox
 * that ended meanwhile.
 */
export async function mountsHold(child: number, root: string, places: readonly string[]): Promise<boolean> {
  for (let pauses = 0; pauses < mostPauses; pauses++) {
    const mounts = readMounts(child)
    if (mounts === undefined) return true
    const top = mounts.get(root)
    if (top !== undefined && places.every((place) => mounts.has(place)))
      return places.every((place) => isOnItself(mounts.get(place), top, path.relative(root, place)))
    // Bubblewrap reports its process before it mounts.
    await sleep(pauseMs)
  }
  return false
}

interface MountedFolder {
  device: string
  /** The mounted path within its file system. */
  source: string
}

/** A mount from another file system shares no path with the workspace. */
const isOnItself = (mount: MountedFolder | undefined, top: MountedFolder, inner: string): boolean =>
  mount !== undefined && (mount.device !== top.device || mount.source === path.join(top.source, inner))

/** The mounts of a process by mount point, from `mountinfo` (proc(5)); the last one of each. */
function readMounts(child: number): Map<string, MountedFolder> | undefined {
  try {
    const lines = readFileSync(`/proc/${child}/mountinfo`, 'utf8').split('\n')
    return new Map(
      lines.flatMap((line) => {
        const [, , device, source, at] = line.split(' ')
        if (device === undefined || source === undefined || at === undefined) return []
        return [[unescaped(at), { device, source: unescaped(source) }] as const]
      }),
    )
  } catch (error) {
    // Linux returns EINVAL for a process that has ended but is still listed.
    if (isMissing(error) || hasCode(error, 'EINVAL') || hasCode(error, 'ESRCH')) return undefined
    throw error
  }
}

/** Blanks, tabs, line ends and backslashes are octal escapes. */
const unescaped = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))

/** The paths in a folder that a sandbox's argv mounts. */
export const mountedIn = (words: readonly string[], root: string): string[] =>
  words
    .slice(0, words.indexOf('--'))
    .flatMap((word, at, own) => (/^--(ro-)?bind(-fd)?$/.test(word) ? [own[at + 2] ?? ''] : []))
    .filter((place) => isInside(root, place) && place !== root)
