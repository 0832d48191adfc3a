import { closeSync, lstatSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { UnsupportedError } from '../../errors.ts'
import { hasCode, isMissing, jsonText } from '../files.ts'
import type { FoundPlace } from './find-protected.ts'
import { openBeneath, openFolder } from './open-beneath.ts'

/** What was moved away from a protected place. */
export interface Quarantined {
  /** Where it was, relative to the workspace. */
  path: string
  /** Which protected place that is. */
  name: string
  /** Where it is now, relative to the workspace. */
  to: string
}

/** To be moved, and what was a link before is made one again. */
export interface Intruder extends FoundPlace {
  restore?: string | undefined
}

/**
 * Moves what a run created at protected places to `.cli-apps/quarantine/<run>`, under numbers, so that no tool takes it for what it
 * was. Follows no link on the way. What is gone by now is left out. Throws `UnsupportedError` `sandbox.linked-state`.
 */
export function quarantine(root: string, run: string, intruders: readonly Intruder[]): Quarantined[] {
  if (intruders.length === 0) return []
  const moved: Quarantined[] = []
  const place = path.join('.cli-apps', 'quarantine', run)
  within(root, '', (top) => {
    const target = makeFolders(top, place)
    try {
      for (const intruder of intruders) {
        const name = String(moved.length + 1)
        if (moveOne(top, intruder, path.join(target.path, name)))
          moved.push({ path: intruder.path, name: intruder.name, to: path.join(place, name) })
      }
      writeFileSync(path.join(target.path, 'places.json'), jsonText(moved))
    } finally {
      target.close()
    }
  })
  return moved
}

/** A folder that stays the same one, and a path to it. */
interface HeldFolder {
  path: string
  open(relative: string): HeldFolder | undefined
  close(): void
}

function within<Result>(root: string, relative: string, work: (folder: HeldFolder) => Result): Result {
  const top = hold(process.platform === 'linux' ? openFolder(root) : undefined, root)
  try {
    const folder = relative === '' ? top : top.open(relative)
    if (folder === undefined) throw linked(path.join(root, relative))
    return work(folder)
  } finally {
    top.close()
  }
}

/** Systems other than Linux have no paths through descriptors. */
function hold(descriptor: number | undefined, folder: string): HeldFolder {
  if (descriptor === undefined)
    return {
      path: folder,
      open: (relative) => {
        const inner = path.join(folder, relative)
        return lstatSync(inner, { throwIfNoEntry: false })?.isDirectory() ? hold(undefined, inner) : undefined
      },
      close: () => {},
    }
  return {
    path: `/proc/self/fd/${descriptor}`,
    open: (relative) => {
      const inner = openBeneath(descriptor, relative)
      return inner === undefined ? undefined : hold(inner, path.join(folder, relative))
    },
    close: () => closeSync(descriptor),
  }
}

function makeFolders(top: HeldFolder, place: string): HeldFolder {
  const parts = place.split(path.sep)
  for (let depth = 1; depth <= parts.length; depth++) {
    const parent = top.open(parts.slice(0, depth - 1).join('/'))
    const made = parts.slice(0, depth).join('/')
    if (parent === undefined) throw linked(made)
    try {
      mkdirSync(path.join(parent.path, parts[depth - 1] ?? ''), { mode: 0o700 })
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error
    } finally {
      parent.close()
    }
  }
  const folder = top.open(parts.join('/'))
  if (folder === undefined) throw linked(place)
  return folder
}

function moveOne(top: HeldFolder, { path: place, restore }: Intruder, to: string): boolean {
  const parent = top.open(path.dirname(place))
  if (parent === undefined) return false
  const file = path.join(parent.path, path.basename(place))
  try {
    renameSync(file, to)
    if (restore !== undefined) symlinkSync(restore, file)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    // On another disk than `.cli-apps` it stays beside where it was, under a name that means nothing.
    if (!hasCode(error, 'EXDEV')) throw error
    renameSync(file, `${file}.quarantined-${path.basename(to)}`)
    return true
  } finally {
    parent.close()
  }
}

const linked = (file: string): UnsupportedError =>
  new UnsupportedError('sandbox.linked-state', `${file} is a link, or no folder.`, {
    hint: 'Put what it leads to in its place, or choose the policy "off".',
  })
