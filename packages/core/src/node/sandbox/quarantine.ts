import { closeSync, lstatSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { UnsupportedError } from '../../errors.ts'
import { hasCode, isMissing, jsonText } from '../files.ts'
import { type FoundPlace, type InnerPath, innerPathOf, joinInner, splitInner } from './found-place.ts'
import type { Intruder, RunTraces } from './intruders.ts'
import { WidenedFolders } from './list-folder.ts'
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

export interface QuarantineReport {
  quarantined: Quarantined[]
  /** What could not be moved, relative to the workspace. */
  left: string[]
}

/**
 * Moves what a run created at protected places to `.cli-apps/quarantine/<run>`, under numbers, so that no tool takes it for what it
 * was, and restores links that it removed. Follows no link on the way. What is gone by now is left out; where one cannot be
 * moved, the others are. Throws `UnsupportedError` `sandbox.linked-state`.
 */
export function quarantine(root: string, run: string, { intruders, removed }: RunTraces): QuarantineReport {
  const report: QuarantineReport = { quarantined: [], left: [] }
  if (intruders.length + removed.length === 0) return report
  within(root, (top) => {
    if (intruders.length > 0) moveAll(top, run, intruders, report)
    for (const { link, ...place } of removed)
      if (link !== undefined) tryIn(top, place, (file) => symlinkSync(link, file))
  })
  return report
}

function moveAll(
  top: HeldFolder,
  run: string,
  intruders: readonly Intruder[],
  report: QuarantineReport,
): void {
  const folder = path.join('.cli-apps', 'quarantine', run)
  const target = makeFolders(top, folder)
  try {
    for (const intruder of intruders) {
      const { path: place, name, restore } = intruder
      const number = String(report.quarantined.length + 1)
      const moved = tryIn(top, intruder, (file) => {
        moveOne(file, path.join(target.path, number))
        if (restore !== undefined) symlinkSync(restore, file)
      })
      if (moved === 'done') report.quarantined.push({ path: place, name, to: path.join(folder, number) })
      else if (moved === 'refused') report.left.push(place)
    }
    writeFileSync(path.join(target.path, 'places.json'), jsonText(report.quarantined))
  } finally {
    target.close()
  }
}

/** Works on a path of the place through the folder that it is in. */
function tryIn(
  top: HeldFolder,
  place: Pick<FoundPlace, 'path' | 'bytes'>,
  work: (file: InnerPath) => void,
): 'done' | 'gone' | 'refused' {
  const [folder, name] = splitInner(innerPathOf(place))
  const parent = top.open(folder)
  if (parent === undefined) return 'gone'
  const file = joinInner(parent.path, name)
  try {
    work(file)
    return 'done'
  } catch (error) {
    if (isMissing(error)) return 'gone'
    if (!hasCode(error, 'EACCES')) return 'refused'
    // A run can take away the right to change what it made, as its owner can give it again.
    using widened = new WidenedFolders()
    for (const one of [joinInner(parent.path, '.'), file]) widened.widen(one)
    try {
      work(file)
      return 'done'
    } catch {
      return 'refused'
    }
  } finally {
    parent.close()
  }
}

function moveOne(file: InnerPath, to: string): void {
  try {
    renameSync(file, to)
  } catch (error) {
    // On another disk than `.cli-apps` it stays beside where it was, under a name that means nothing.
    if (!hasCode(error, 'EXDEV')) throw error
    const beside = Buffer.from(`.quarantined-${path.basename(to)}`)
    renameSync(file, Buffer.concat([Buffer.from(file), beside]))
  }
}

/** A folder that stays the same one, and a path to it. */
interface HeldFolder {
  path: string
  open(relative: InnerPath): HeldFolder | undefined
  close(): void
}

function within(root: string, work: (folder: HeldFolder) => void): void {
  const top = hold(process.platform === 'linux' ? openFolder(root) : undefined, root)
  try {
    work(top)
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
        const inner = path.join(folder, relative.toString())
        return lstatSync(inner, { throwIfNoEntry: false })?.isDirectory() ? hold(undefined, inner) : undefined
      },
      close: () => {},
    }
  return {
    path: `/proc/self/fd/${descriptor}`,
    open: (relative) => {
      const inner = openBeneath(descriptor, relative)
      return inner === undefined ? undefined : hold(inner, path.join(folder, relative.toString()))
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

const linked = (file: string): UnsupportedError =>
  new UnsupportedError('sandbox.linked-state', `${file} is a link, or no folder.`, {
    hint: 'Put what it leads to in its place, or choose the policy "off".',
  })
