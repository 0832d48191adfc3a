import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasCode, isInside, isMissing } from '../../files.ts'

const pauseMs = 10
const mostPauses = 300

/**
 * Whether a sandbox that is held before its program begins has each of these places mounted on itself: a folder around it may have been
 * renamed between the search and the mount, and then the mount lies on another one. Places are absolute and lie in the
 * workspace. A sandbox that ended meanwhile holds what it has to.
 */
export async function mountsHold(child: number, root: string, places: readonly string[]): Promise<boolean> {
  for (let pauses = 0; pauses < mostPauses; pauses++) {
    const mounts = readMounts(child)
    if (mounts === undefined) return true
    const top = mounts.get(root)
    if (top !== undefined && places.every((place) => mounts.has(place)))
      return places.every((place) => isOnItself(mounts.get(place), top, path.relative(root, place)))
    // Bubblewrap tells its process before it mounts.
    await sleep(pauseMs)
  }
  return false
}

interface MountedFolder {
  device: string
  /** What of its disk is mounted. */
  source: string
}

/** What is on another disk has no path in common with the workspace. */
const isOnItself = (mount: MountedFolder | undefined, top: MountedFolder, inner: string): boolean =>
  mount !== undefined && (mount.device !== top.device || mount.source === path.join(top.source, inner))

/** The mounts of a process by where they are, as proc(5) describes `mountinfo`; of one place the last. */
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
    // Of a process that has ended and is still listed, Linux says EINVAL.
    if (isMissing(error) || hasCode(error, 'EINVAL') || hasCode(error, 'ESRCH')) return undefined
    throw error
  }
}

/** Blanks, tabs, line ends and backslashes are written as octal numbers. */
const unescaped = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))

/** The places in a folder that the words of a sandbox mount. */
export const mountedIn = (words: readonly string[], root: string): string[] =>
  words
    .slice(0, words.indexOf('--'))
    .flatMap((word, at, own) => (/^--(ro-)?bind(-fd)?$/.test(word) ? [own[at + 2] ?? ''] : []))
    .filter((place) => isInside(root, place) && place !== root)
