import { accessSync, chmodSync, closeSync, constants, type Dirent, fstatSync, readdirSync } from 'node:fs'
import { hasCode, isMissing } from '../files.ts'
import { type InnerPath, joinInner } from './found-place.ts'
import { openFolder } from './open-beneath.ts'

export interface FolderEntry {
  /** Bytes where it is not UTF-8. */
  name: InnerPath
  isFolder: boolean
  isLink: boolean
}

/** Folders whose rights were widened to look into them. Disposing gives them back what they had. */
export class WidenedFolders implements Disposable {
  readonly #modes: [folder: InnerPath, mode: number][] = []

  /** Lets this user read, enter and change a folder of this user; says whether it now may. */
  widen(folder: InnerPath): boolean {
    const descriptor = openOwn(folder)
    if (descriptor === undefined) return false
    try {
      const { mode, uid } = fstatSync(descriptor)
      if (uid !== process.geteuid?.()) return false
      chmodSync(`/proc/self/fd/${descriptor}`, mode | 0o700)
      this.#modes.push([folder, mode & 0o7777])
      return true
    } catch {
      return false
    } finally {
      closeSync(descriptor)
    }
  }

  [Symbol.dispose](): void {
    for (const [folder, mode] of this.#modes.reverse()) {
      const descriptor = openOwn(folder)
      if (descriptor === undefined) continue
      try {
        chmodSync(`/proc/self/fd/${descriptor}`, mode)
      } finally {
        closeSync(descriptor)
      }
    }
  }
}

/** Elsewhere than on Linux there are no paths through descriptors, and rights stay what they are. */
function openOwn(folder: InnerPath): number | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    return openFolder(folder)
  } catch {
    return undefined
  }
}

const isRoot = (): boolean => process.geteuid?.() === 0

/**
 * What is in a folder, by names that can be opened again. A folder that this user owns and may not read is made readable: a
 * program of the same user could do that too. What is gone, or belongs to somebody else who lets nobody in, is empty. Throws what the system says.
 */
export function listFolder(folder: InnerPath, widened: WidenedFolders): FolderEntry[] {
  try {
    // Without the right to enter, names can be listed and nothing behind them can be looked at.
    if (!isRoot()) accessSync(folder, constants.R_OK | constants.X_OK)
    return entriesOf(folder)
  } catch (error) {
    if (isMissing(error) || hasCode(error, 'ENOTDIR')) return []
    if (!hasCode(error, 'EACCES')) throw error
    return widened.widen(folder) ? entriesOf(folder) : []
  }
}

function entriesOf(folder: InnerPath): FolderEntry[] {
  const entries = readdirSync(folder, { withFileTypes: true })
  if (entries.every(({ name }) => !name.includes('\uFFFD'))) return entries.map(entryOf)
  return readdirSync(folder, { withFileTypes: true, encoding: 'buffer' }).map((entry) => {
    const text = entry.name.toString()
    return { ...entryOf(entry), name: Buffer.from(text).equals(entry.name) ? text : entry.name }
  })
}

const entryOf = <Name extends InnerPath>(entry: Dirent<Name>): FolderEntry => ({
  name: entry.name,
  isFolder: entry.isDirectory(),
  isLink: entry.isSymbolicLink(),
})

/** An absolute path of the file system. */
export const absoluteOf = (root: string, inner: InnerPath): InnerPath => joinInner(root, inner)
