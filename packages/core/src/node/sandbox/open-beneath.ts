import { closeSync, constants, fstatSync, openSync } from 'node:fs'
import { hasCode, isMissing } from '../files.ts'
import { type InnerPath, joinInner } from './guard/found-place.ts'

/** Linux's `O_PATH`, which refers to a file without the right to read it; Node has no constant for it. */
const pathOnly = 0o10000000

/** Opens a folder, refusing links; close the descriptor. Throws the system's error. */
export const openFolder = (folder: InnerPath): number =>
  openSync(folder, pathOnly | constants.O_NOFOLLOW | constants.O_DIRECTORY)

/** A path through a descriptor, which refers to the same folder whatever is renamed. */
export const through = (descriptor: number, name: InnerPath): InnerPath =>
  joinInner(`/proc/self/fd/${descriptor}`, name)

/**
 * Opens `path` below the folder, component by component and without following links: `undefined` for a missing path or
 * a link. Close the descriptor; it cannot read or write. Linux only.
 */
export function openBeneath(folder: number, path: InnerPath): number | undefined {
  let at = folder
  try {
    for (const part of partsOf(path)) {
      if (part.toString() === '..') return undefined
      const next = openSync(through(at, part), pathOnly | constants.O_NOFOLLOW)
      if (at !== folder) closeSync(at)
      at = next
      if (fstatSync(at).isSymbolicLink()) return undefined
    }
    const found = at
    at = folder
    // The caller closes both its own descriptor and the result.
    return found === folder ? openSync(through(folder, '.'), pathOnly) : found
  } catch (error) {
    if (isMissing(error) || hasCode(error, 'EACCES') || hasCode(error, 'ELOOP')) return undefined
    throw error
  } finally {
    if (at !== folder) closeSync(at)
  }
}

function partsOf(path: InnerPath): InnerPath[] {
  if (typeof path === 'string') return path.split('/').filter((one) => one !== '' && one !== '.')
  const at = path.indexOf('/')
  const first = at === -1 ? path : path.subarray(0, at)
  const rest = at === -1 ? [] : partsOf(path.subarray(at + 1))
  return first.length === 0 || first.toString() === '.' ? rest : [first, ...rest]
}
