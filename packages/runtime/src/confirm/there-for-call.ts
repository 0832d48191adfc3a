import { lstatSync, statSync } from 'node:fs'
import path from 'node:path'
import type { IsThere } from '@cli-apps/core/call-effect'

/** Maximum number of lookups per call; beyond it, which only abuse reaches, every operand counts as a path. */
const mostLookups = 2000

/**
 * Looks up operands in the folder where the call runs and in each folder that its arguments name, since `-C sub` and
 * `--work-tree=sub` change it. Lazy: accesses the disk only if an effect depends on it.
 */
export function thereForCall(cwd: string, args: readonly string[]): IsThere {
  let left = mostLookups
  const look = (file: string, isWanted: (file: string) => boolean): boolean => left-- > 0 && isWanted(file)
  let folders: readonly string[] | undefined
  return (name) => {
    folders ??= foldersOf(cwd, args, (folder) => look(folder, isFolder))
    return folders.some((folder) => look(path.resolve(folder, name), isAnything)) || left <= 0
  }
}

function foldersOf(cwd: string, args: readonly string[], isThere: (folder: string) => boolean): string[] {
  const folders = new Set([cwd])
  for (const word of args) {
    const named = word.startsWith('-') ? [word.slice(2), word.slice(word.indexOf('=') + 1)] : [word]
    // A second `-C` is relative to the first one.
    const below = [...folders].flatMap((from) => named.map((one) => path.resolve(from, one)))
    for (const folder of below.filter((one) => !folders.has(one))) if (isThere(folder)) folders.add(folder)
  }
  return [...folders]
}

function isAnything(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    // An inaccessible path may exist; a name that is too long or leads through a file does not.
    return !['ENOTDIR', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? '')
  }
}

function isFolder(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false
  } catch {
    return false
  }
}
