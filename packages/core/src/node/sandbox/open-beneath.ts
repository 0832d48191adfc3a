import { closeSync, constants, fstatSync, openSync } from 'node:fs'
import { hasCode, isMissing } from '../files.ts'
import { type InnerPath, joinInner } from './guard/found-place.ts'

/** Of Linux, where it names a place without a right to read what is there; Node has no name for it. */
const pathOnly = 0o10000000

/** Opens a folder that is none by a link; its descriptor has to be closed. Throws what the system says. */
export const openFolder = (folder: InnerPath): number =>
  openSync(folder, pathOnly | constants.O_NOFOLLOW | constants.O_DIRECTORY)

/** A path through a descriptor, which stays the same folder whatever is moved meanwhile. */
export const through = (descriptor: number, name: InnerPath): InnerPath =>
  joinInner(`/proc/self/fd/${descriptor}`, name)

/**
 * Opens what lies at `path` below the folder, one part after another and without following a link: `undefined` for nothing and
 * for a link. The descriptor has to be closed; nothing can be read or written with it. Linux only.
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
    // Whoever asks closes what it gets, and its own folder too.
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
