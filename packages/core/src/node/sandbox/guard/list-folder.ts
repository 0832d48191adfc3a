import { accessSync, chmodSync, closeSync, constants, type Dirent, fstatSync, readdirSync } from 'node:fs'
import { hasCode, isMissing } from '../../files.ts'
import { openFolder } from '../open-beneath.ts'
import { type InnerPath, idOf, joinInner } from './found-place.ts'

interface FolderEntry {
  /** Bytes where it is not UTF-8. */
  name: InnerPath
  isFolder: boolean
  isLink: boolean
}

/** Folders whose rights were widened to look into them. Disposing gives them back what they had. */
export class WidenedFolders implements Disposable {
  readonly #modes: { folder: InnerPath; mode: number; id: string }[] = []

  /** Lets this user read, enter and change a folder of this user; says whether it now may. */
  widen(folder: InnerPath): boolean {
    const descriptor = openOwn(folder)
    if (descriptor === undefined) return false
    try {
      const stats = fstatSync(descriptor)
      if (stats.uid !== process.geteuid?.()) return false
      chmodSync(`/proc/self/fd/${descriptor}`, stats.mode | 0o700)
      this.#modes.push({ folder, mode: stats.mode & 0o7777, id: idOf(stats) })
      return true
    } catch {
      return false
    } finally {
      closeSync(descriptor)
    }
  }

  [Symbol.dispose](): void {
    for (const { folder, mode, id } of this.#modes.reverse()) {
      const descriptor = openOwn(folder)
      if (descriptor === undefined) continue
      try {
        // Something else may be there by now, and must not get these rights.
        if (idOf(fstatSync(descriptor)) === id) chmodSync(`/proc/self/fd/${descriptor}`, mode)
      } catch {
        // Moved or removed meanwhile.
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
 * program of the same user could do that too. What belongs to somebody else who lets nobody in is empty.
 */
export function listFolder(folder: InnerPath, widened: WidenedFolders): FolderEntry[] | 'gone' | 'closed' {
  try {
    // Without the right to enter, names can be listed and nothing behind them can be looked at.
    if (!isRoot()) accessSync(folder, constants.R_OK | constants.X_OK)
    return entriesOf(folder)
  } catch (error) {
    if (isMissing(error) || hasCode(error, 'ENOTDIR')) return 'gone'
    if (!hasCode(error, 'EACCES')) return 'closed'
    if (!widened.widen(folder)) return []
  }
  try {
    return entriesOf(folder)
  } catch {
    return 'closed'
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
