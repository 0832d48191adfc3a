import { readlink, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { exists, isInside } from '../files.ts'
import { isExecutableFile } from '../program/program.ts'
import { isInterpreter } from '../program/shebang.ts'
import { ownHomes } from './own-homes.ts'

/*
 * A program is more than its file: libraries, modules and data lie around it in ways that systems of packages have in common.
 * What is found here is shown to it read-only, so that it works while the rest of a home stays hidden. Where that is, only the
 * recorded argv and links of this machine tell; nothing is ever read from the text of a program.
 */

export interface ProgramFoldersOptions {
  /** Home folders, which are never mounted as a whole; by default this user's. */
  homes?: readonly string[]
  /** Folders that are never mounted, nor their parents, such as those with keys. */
  hidden?: readonly string[]
  /** Folders that apps may change, so links in them are not trusted. */
  writable?: readonly string[]
}

/** Maximum length of a chain of links. */
const deepest = 8

/**
 * The files in a program's argv prefix: the executable, and the script for an interpreter. Words in between are
 * options, whatever they look like.
 */
export const programFiles = (argv: readonly string[]): string[] =>
  [argv[0], argv.length > 1 ? argv.at(-1) : undefined].filter(
    (word): word is string => word !== undefined && path.isAbsolute(word),
  )

/**
 * Returns the files and folders that a program must see to start, derived from its argv prefix: the package, prefix or
 * folder of each file, and of its link target. Some may be the system's.
 */
export async function readProgramFolders(
  files: readonly string[],
  { homes = ownHomes(), hidden = [], writable = [] }: ProgramFoldersOptions = {},
): Promise<string[]> {
  const folders = new Set<string>()
  const seen = new Set<string>()
  const places = { homes, hidden }
  const add = async (file: string, depth: number, isAlone: boolean): Promise<void> => {
    if (depth > deepest || seen.has(file) || (await isWithin(writable, file)) || !(await isFile(file))) return
    seen.add(file)
    const found = isAlone ? [] : await foldersAround(file, places)
    const around = found.filter((folder) => isGiven(folder, places))
    for (const folder of around.length === 0 ? [file] : around) folders.add(folder)
    const target = await linkTarget(file)
    // A package may contain links, so they count only if they lead to executables.
    if (target === undefined || !(await isExecutableFile(target))) return
    const isOfPackage = !isInterpreter(target) && (await isInPackage(file, places))
    await add(target, depth + 1, isOfPackage && !around.some((folder) => isInside(folder, target)))
  }
  for (const file of files) await add(path.normalize(file), 0, false)
  return [...folders].sort()
}

interface Places {
  homes: readonly string[]
  hidden: readonly string[]
}

async function isWithin(folders: readonly string[], file: string): Promise<boolean> {
  const real = await realpath(path.dirname(file)).catch(() => path.dirname(file))
  return folders.some((folder) => isInside(folder, real) || isInside(folder, file))
}

/** Folders and sockets are no programs; inaccessible paths count as missing. */
const isFile = (file: string): Promise<boolean> =>
  stat(file).then(
    (stats) => stats.isFile(),
    () => false,
  )

async function linkTarget(file: string): Promise<string | undefined> {
  const target = await readlink(file).catch(() => undefined)
  return target === undefined ? undefined : path.resolve(await realpath(path.dirname(file)), target)
}

/** Whether the package may have created a link, and could thus choose what is mounted. */
const isInPackage = async (file: string, places: Places): Promise<boolean> =>
  modulesAround(file) !== undefined || (await outermostPackage(path.dirname(file), places)) !== undefined

/** The outermost `node_modules`, which contains the modules of modules. */
const modulesAround = (file: string): string | undefined => /^.*?\/node_modules(?=\/)/.exec(file)?.[0]

async function foldersAround(file: string, places: Places): Promise<string[]> {
  const folder = path.dirname(file)
  const modules = modulesAround(file)
  if (modules !== undefined) return [modules]
  const project = await outermostPackage(folder, places)
  if (project !== undefined) return [project]
  const name = path.basename(folder)
  const prefix = path.dirname(folder)
  if (name === 'shims') return [holdsAnything(prefix, places) ? folder : prefix]
  if (!/^(s?bin|libexec)$/.test(name)) return [isShared(folder, places) ? file : folder]
  if (!isShared(prefix, places)) return [prefix]
  const parts = ['lib', 'lib64', 'libexec', path.join('share', path.basename(file))]
  const beside = parts.map((part) => path.join(prefix, part))
  const there = await Promise.all(beside.map(isThere))
  return [folder, ...beside.filter((_, index) => there[index])]
}

/** Inaccessible paths count as missing. */
const isThere = (file: string): Promise<boolean> => exists(file).catch(() => false)

/** Where services have sockets, and where nothing is a regular file. */
const ofSystem = ['/run', '/var/run', '/proc', '/sys', '/dev']

const isHome = (at: string, { homes }: Places): boolean => path.dirname(at) === '/home' || homes.includes(at)

/** The root and its direct children, `/tmp`, and a home with its parents. */
const holdsAnything = (folder: string, places: Places): boolean =>
  path.dirname(folder) === '/' ||
  folder === '/var/tmp' ||
  isHome(folder, places) ||
  [...places.homes, ...places.hidden].some((one) => isInside(folder, one)) ||
  ofSystem.some((one) => isInside(one, folder))

/** Folders with much other content, including hidden ones in a home, which contain settings and keys of programs. */
const isShared = (folder: string, places: Places): boolean =>
  holdsAnything(folder, places) ||
  (path.basename(folder).startsWith('.') && isHome(path.dirname(folder), places))

/** In a folder that must stay hidden, only the single file is mounted. */
const isGiven = (folder: string, { hidden }: Places): boolean =>
  !hidden.some((one) => isInside(one, folder) || isInside(folder, one))

/** The outermost parent with a package.json: a package's script may use modules of its project. */
async function outermostPackage(folder: string, places: Places): Promise<string | undefined> {
  let outermost: string | undefined
  for (let at = folder; !isShared(at, places); at = path.dirname(at))
    if (await isThere(path.join(at, 'package.json'))) outermost = at
  return outermost
}
