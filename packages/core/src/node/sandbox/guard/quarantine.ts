import { randomBytes } from 'node:crypto'
import { closeSync, lstatSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { UnsupportedError } from '../../../errors/errors.ts'
import { t } from '../../../messages/t.ts'
import { isDiskRefusal } from '../../disk-error.ts'
import { hasCode, isMissing, jsonText } from '../../files.ts'
import { openBeneath, openFolder } from '../open-beneath.ts'
import { type FoundPlace, type InnerPath, innerPathOf, joinInner, splitInner } from './found-place.ts'
import type { Intruder, RunTraces } from './intruders.ts'
import { WidenedFolders } from './list-folder.ts'

/** What was moved away from a protected place. */
export interface Quarantined {
  /** Its former path, relative to the workspace. */
  path: string
  /** Name of the protected place. */
  name: string
  /** Its new path, relative to the workspace. */
  to: string
}

interface QuarantineReport {
  quarantined: Quarantined[]
  /** What could not be moved, relative to the workspace. */
  left: string[]
}

/**
 * Moves what a run created at protected places to `.cli-apps/quarantine/<run>` under numbers, so that no tool
 * recognizes it, and restores links that the run removed. Follows no links. Skips what no longer exists; a failure does
 * not stop the others.
 */
export async function quarantine(
  root: string,
  run: string,
  { intruders, removed }: RunTraces,
): Promise<QuarantineReport> {
  const report: QuarantineReport = { quarantined: [], left: [] }
  if (intruders.length + removed.length === 0) return report
  await within(root, async (top) => {
    if (intruders.length > 0) await moveAll(top, run, intruders, report)
    for (const { link, ...place } of removed)
      if (link !== undefined) tryIn(top, place, (file) => symlinkSync(link, file))
  })
  return report
}

async function moveAll(
  top: HeldFolder,
  run: string,
  intruders: readonly Intruder[],
  report: QuarantineReport,
): Promise<void> {
  const folder = path.join('.cli-apps', 'quarantine', run)
  const target = openTarget(top, folder)
  try {
    for (const intruder of intruders) {
      const { path: place, name, restore } = intruder
      let to = ''
      const moved = tryIn(top, intruder, (file) => {
        to = moveOne(file, target, String(report.quarantined.length + 1))
        if (restore !== undefined) symlinkSync(restore, file)
      })
      const where = to.includes('/')
        ? path.join(folder, path.basename(to))
        : path.join(path.dirname(place), to)
      if (moved === 'done') report.quarantined.push({ path: place, name, to: where })
      else if (moved === 'refused') report.left.push(place)
      // There may be thousands.
      if (report.quarantined.length % 50 === 0) await turn()
    }
    if (target !== undefined)
      writeFileSync(path.join(target.path, 'places.json'), jsonText(report.quarantined))
  } catch (error) {
    // A full disk cannot hold the list; the result contains it.
    if (!isDiskRefusal(error)) throw error
  } finally {
    target?.close()
  }
}

/** Returns `undefined` if no folder can be created, as on a full disk: entries are then renamed in place. */
function openTarget(top: HeldFolder, folder: string): HeldFolder | undefined {
  try {
    return makeFolders(top, folder)
  } catch {
    return undefined
  }
}

/** Operates on a place through its opened parent folder. */
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
    // A run can remove write permission from its files, but their owner can restore it.
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

/**
 * Returns the path in the quarantine, or a bare name: without space, or across file systems, it stays in its folder
 * under an unused, meaningless name.
 */
function moveOne(file: InnerPath, target: HeldFolder | undefined, number: string): string {
  if (target !== undefined)
    try {
      const to = path.join(target.path, number)
      renameSync(file, to)
      return to
    } catch (error) {
      if (!hasCode(error, 'EXDEV') && !isDiskRefusal(error)) throw error
    }
  const name = `quarantined-${randomBytes(8).toString('hex')}`
  renameSync(file, joinInner(splitInner(file)[0], name))
  return name
}

/** An open folder, and a path to it that survives renames. */
interface HeldFolder {
  path: string
  open(relative: InnerPath): HeldFolder | undefined
  close(): void
}

async function within(root: string, work: (folder: HeldFolder) => Promise<void>): Promise<void> {
  const top = hold(process.platform === 'linux' ? openFolder(root) : undefined, root)
  try {
    await work(top)
  } finally {
    top.close()
  }
}

/** Only Linux has paths through descriptors. */
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
  new UnsupportedError(
    'sandbox.linked-state',
    t('sandbox.linked-state', '{file} is a link, or no folder.', { file }),
    {
      hint: t('sandbox.linked-state.hint', 'Put what it leads to in its place, or choose the policy "off".'),
    },
  )
