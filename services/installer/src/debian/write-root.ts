import { linkSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { chmod, copyFile } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { ConflictError, t } from '@cli-apps/core'
import { hasCode } from '@cli-apps/core/node'
import { insideTarget } from './inside-target.ts'
import { ownFiles } from './plan-root.ts'
import type { RootTree } from './root-tree.ts'

/** Files between two turns of the event loop. */
const batch = 200

/** Fonts' caches record the times of folders, which are therefore those of every build. */
export const fixedTime = 315_532_800

interface WriteRootOptions {
  signal: AbortSignal
  /** Folders whose files are copies, relative to the root: what changes there must not change for other apps. */
  own?: readonly string[]
}

/**
 * Makes a root in an empty folder: hard links to the files of its packages, or copies where the file system has no hard
 * links between them; every symbolic link relative and inside.
 */
export async function writeRoot(
  tree: RootTree,
  root: string,
  { signal, own = [] }: WriteRootOptions,
): Promise<void> {
  const isOwn = (name: string): boolean => own.some((folder) => name.startsWith(`${folder}/`))
  mkdirSync(root, { recursive: true })
  const folders: string[] = [root]
  let canLink = true
  let count = 0
  for (const [name, node, folder] of tree.entries()) {
    if (++count % batch === 0) {
      await breathe()
      signal.throwIfAborted()
    }
    const at = path.join(root, name)
    if (node.kind === 'folder') {
      mkdirSync(at, { mode: 0o755 })
      folders.push(at)
    } else if (node.kind === 'link') symlinkSync(insideTarget(tree, folder, node.to), at)
    else if (node.from === undefined) writeFileSync(at, ownFiles[name] ?? '', { flag: 'wx', mode: 0o644 })
    else if (isOwn(name)) await copy(node.from, at, node.file?.executable === true)
    else canLink = await placeFile(node.from, at, { canLink, executable: node.file?.executable === true })
  }
  // The innermost first: making an entry changes the time of its folder.
  for (const folder of folders.reverse()) utimesSync(folder, fixedTime, fixedTime)
}

/** Returns whether hard links still work here. */
async function placeFile(
  from: string,
  at: string,
  { canLink, executable }: { canLink: boolean; executable: boolean },
): Promise<boolean> {
  try {
    if (canLink) {
      linkSync(from, at)
      return true
    }
  } catch (error) {
    if (hasCode(error, 'ENOENT')) throw gone(from)
    if (!['EXDEV', 'EPERM', 'EMLINK', 'ENOSYS', 'EOPNOTSUPP', 'ENOTSUP'].some((code) => hasCode(error, code)))
      throw error
    // A file with very many links says nothing about the others.
    if (hasCode(error, 'EMLINK')) {
      await copy(from, at, executable)
      return true
    }
  }
  await copy(from, at, executable)
  return false
}

async function copy(from: string, at: string, executable: boolean): Promise<void> {
  await copyFile(from, at)
  await chmod(at, executable ? 0o755 : 0o644)
}

const gone = (file: string): ConflictError =>
  new ConflictError(
    'debian.package-gone',
    t('debian.package-gone', '{file} was removed while the app was installed.', { file }),
    { hint: t('debian.package-gone.hint', 'Another command cleaned the store. Try again.') },
  )
