import { readlinkSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { isInside } from '../../files.ts'
import { systemFolders } from '../system-folders.ts'
import { type InnerPath, linkOutside } from './found-place.ts'
import { absoluteOf } from './list-folder.ts'

/**
 * The name for a link through which a later tool would leave the workspace: to a folder outside that is none of the system's, or to
 * anything in the folders of apps, where the app could go on changing it. `undefined` for any other link.
 */
export function isLeadingOut(root: string, inner: InnerPath, appsHome: string): string | undefined {
  const target = targetOf(root, inner)
  if (target === undefined || (isInside(root, target) && target !== root)) return undefined
  if (isInside(appsHome, target)) return linkOutside
  const isOfSystem = systemFolders().some((folder) => isInside(folder, target))
  return !isOfSystem && isFolder(target) ? linkOutside : undefined
}

/** Where it leads, followed as far as there is something; `undefined` where it cannot be read. */
function targetOf(root: string, inner: InnerPath): string | undefined {
  const file = absoluteOf(root, inner)
  try {
    const said = readlinkSync(file)
    // Most links lead down or to a neighbor: what they name is searched in its own place.
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

/** What cannot be looked at, such as a name that is too long for this system, may be a folder. */
function isFolder(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true
  } catch {
    return true
  }
}
