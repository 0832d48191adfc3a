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
  /** Homes, which are never given whole; those of this user when absent. */
  homes?: readonly string[]
  /** Folders that are never given, nor what holds them, such as where keys are. */
  hidden?: readonly string[]
  /** Folders that apps may change, so that nothing in them may lead anywhere else. */
  writable?: readonly string[]
}

/** How many links to links are followed. */
const deepest = 8

/**
 * The files among the words of a program's argv prefix: what is started, and the script that an interpreter is to run. What stands
 * between them are options, whatever they look like.
 */
export const programFiles = (argv: readonly string[]): string[] =>
  [argv[0], argv.length > 1 ? argv.at(-1) : undefined].filter(
    (word): word is string => word !== undefined && path.isAbsolute(word),
  )

/**
 * Files and folders that a program needs to see to start, by the files of its argv prefix: the package, prefix or folder that each
 * lies in, and that of what a link leads to. Some may be the system's.
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
    // A package may bring links, so that they lead to programs and to nothing else.
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

/** A folder or a socket is no program, and where it may not be looked at, nothing is there for us. */
const isFile = (file: string): Promise<boolean> =>
  stat(file).then(
    (stats) => stats.isFile(),
    () => false,
  )

async function linkTarget(file: string): Promise<string | undefined> {
  const target = await readlink(file).catch(() => undefined)
  return target === undefined ? undefined : path.resolve(await realpath(path.dirname(file)), target)
}

/** Is a link there perhaps made by the package, which could then choose what is shown? */
const isInPackage = async (file: string, places: Places): Promise<boolean> =>
  modulesAround(file) !== undefined || (await outermostPackage(path.dirname(file), places)) !== undefined

/** The outermost, in which the modules of modules are. */
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

/** Also where it may not be looked at, nothing is there for us. */
const isThere = (file: string): Promise<boolean> => exists(file).catch(() => false)

/** Where services have their sockets, and where nothing is a file. */
const ofSystem = ['/run', '/var/run', '/proc', '/sys', '/dev']

const isHome = (at: string, { homes }: Places): boolean => path.dirname(at) === '/home' || homes.includes(at)

/** The root and what lies in it, `/tmp`, and a home and what is above it. */
const holdsAnything = (folder: string, places: Places): boolean =>
  path.dirname(folder) === '/' ||
  folder === '/var/tmp' ||
  isHome(folder, places) ||
  [...places.homes, ...places.hidden].some((one) => isInside(folder, one)) ||
  ofSystem.some((one) => isInside(one, folder))

/** Folders that hold much else; among them the hidden ones in a home, in which programs keep settings and keys. */
const isShared = (folder: string, places: Places): boolean =>
  holdsAnything(folder, places) ||
  (path.basename(folder).startsWith('.') && isHome(path.dirname(folder), places))

/** What lies among things that are hidden is given as the one file that it is. */
const isGiven = (folder: string, { hidden }: Places): boolean =>
  !hidden.some((one) => isInside(one, folder) || isInside(folder, one))

/** The outermost folder around that has a package.json: a package's script may use modules of the project around it. */
async function outermostPackage(folder: string, places: Places): Promise<string | undefined> {
  let outermost: string | undefined
  for (let at = folder; !isShared(at, places); at = path.dirname(at))
    if (await isThere(path.join(at, 'package.json'))) outermost = at
  return outermost
}
