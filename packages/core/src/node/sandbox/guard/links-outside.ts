import { readlinkSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { isInside } from '../../files.ts'
import { systemFolders } from '../system-folders.ts'
import { type InnerPath, linkOutside } from './found-place.ts'
import { absoluteOf } from './list-folder.ts'

/**
 * Classifies a link through which a later tool would leave the workspace: to a folder outside that is not the system's,
 * or to anything in the folders of apps, which the app could keep changing. `undefined` for any other link.
 */
export function isLeadingOut(root: string, inner: InnerPath, appsHome: string): string | undefined {
  const target = targetOf(root, inner)
  if (target === undefined || (isInside(root, target) && target !== root)) return undefined
  if (isInside(appsHome, target)) return linkOutside
  const isOfSystem = systemFolders().some((folder) => isInside(folder, target))
  return !isOfSystem && isFolder(target) ? linkOutside : undefined
}

/** Where it leads, resolved as far as the path exists; `undefined` if unreadable. */
function targetOf(root: string, inner: InnerPath): string | undefined {
  const file = absoluteOf(root, inner)
  try {
    const said = readlinkSync(file)
    // Most links lead down or to a neighbor, where their targets are searched anyway.
    if (!path.isAbsolute(said) && !said.includes('..')) return undefined
    return realOf(path.resolve(path.dirname(file.toString()), said), file)
  } catch {
    return undefined
  }
}

function realOf(named: string, file: InnerPath): string {
  try {
    return realpathSync.native(file)
  } catch {
    return named
  }
}

/** A path that cannot be examined, such as an overlong name, may be a folder. */
function isFolder(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true
  } catch {
    return true
  }
}
