import { accessSync, chmodSync, closeSync, constants, type Dirent, fstatSync, readdirSync } from 'node:fs'
import { hasCode, isMissing } from '../../files.ts'
import { openFolder } from '../open-beneath.ts'
import { type InnerPath, idOf, joinInner } from './found-place.ts'

interface FolderEntry {
  /** Bytes if it is not UTF-8. */
  name: InnerPath
  isFolder: boolean
  isLink: boolean
}

/** Folders whose permissions were widened to read them. Disposing restores them. */
export class WidenedFolders implements Disposable {
  readonly #modes: { folder: InnerPath; mode: number; id: string }[] = []

  /** Lets this user read, enter and change a folder they own; returns whether they now may. */
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
        // Something else may be there by now, and must not get these permissions.
        if (idOf(fstatSync(descriptor)) === id) chmodSync(`/proc/self/fd/${descriptor}`, mode)
      } catch {
        // Moved or removed in the meantime.
      } finally {
        closeSync(descriptor)
      }
    }
  }
}

/** Only Linux has paths through descriptors; elsewhere permissions stay unchanged. */
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
 * Lists a folder with names that can be opened again. An unreadable folder of this user is made readable, since any
 * program of the user could do so too. Another user's private folder counts as empty.
 */
export function listFolder(folder: InnerPath, widened: WidenedFolders): FolderEntry[] | 'gone' | 'closed' {
  try {
    // Without the permission to enter, names can be listed but nothing behind them read.
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

/** The absolute path of an inner path. */
export const absoluteOf = (root: string, inner: InnerPath): InnerPath => joinInner(root, inner)
