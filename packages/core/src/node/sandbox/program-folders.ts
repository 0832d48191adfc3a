import { readlink, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { exists, isInside } from '../files.ts'
import { findProgram } from '../host.ts'
import { readShebang } from '../program.ts'
import { ownHomes } from './own-homes.ts'

/*
 * A program is more than its file: libraries, modules and data lie around it in ways that systems of packages have in common.
 * What is found here is shown to it read-only, so that it works while the rest of a home stays hidden.
 */

export interface ProgramFoldersOptions {
  /** Where `env` in the first line of a script looks for the interpreter. */
  environment: NodeJS.ProcessEnv
  /** Homes, which are never given whole; those of this user when absent. */
  homes?: readonly string[]
}

/** How many links to links, and interpreters of interpreters, are followed. */
const deepest = 8

/**
 * Files and folders that a program needs to see to start, by the absolute paths in its argv prefix: the package, prefix or
 * folder that each lies in, that of what a link leads to, and that of a script's interpreter. Some may be the system's.
 */
export async function readProgramFolders(
  argv: readonly string[],
  { environment, homes = ownHomes() }: ProgramFoldersOptions,
): Promise<string[]> {
  const folders = new Set<string>()
  const seen = new Set<string>()
  const add = async (file: string, depth: number): Promise<void> => {
    if (depth > deepest || seen.has(file) || !(await isThere(file))) return
    seen.add(file)
    for (const folder of await foldersAround(file, homes)) folders.add(folder)
    const next = (await linkTarget(file)) ?? (await interpreterOf(file, environment))
    if (next !== undefined) await add(next, depth + 1)
  }
  for (const word of argv) if (path.isAbsolute(word)) await add(path.normalize(word), 0)
  return [...folders].sort()
}

/** Also where it may not be looked at, nothing is there for us. */
const isThere = (file: string): Promise<boolean> => exists(file).catch(() => false)

async function linkTarget(file: string): Promise<string | undefined> {
  const target = await readlink(file).catch(() => undefined)
  return target === undefined ? undefined : path.resolve(await realpath(path.dirname(file)), target)
}

async function interpreterOf(file: string, environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  const line = (await stat(file)).isFile() ? await readShebang(file).catch(() => undefined) : undefined
  const [interpreter = '', ...args] = line?.split(/\s+/) ?? []
  if (path.basename(interpreter) !== 'env') return path.isAbsolute(interpreter) ? interpreter : undefined
  const name = args.find((word) => !word.startsWith('-'))
  return name === undefined ? undefined : findProgram(name, environment)
}

async function foldersAround(file: string, homes: readonly string[]): Promise<string[]> {
  const folder = path.dirname(file)
  // The outermost, in which the modules of modules are.
  const modules = /^.*?\/node_modules(?=\/)/.exec(file)?.[0]
  if (modules !== undefined) return [modules]
  const project = await outermostPackage(folder, homes)
  if (project !== undefined) return [project]
  const name = path.basename(folder)
  const prefix = path.dirname(folder)
  if (name === 'shims') return [prefix]
  if (!/^(s?bin|libexec)$/.test(name)) return [isShared(folder, homes) ? file : folder]
  if (!isShared(prefix, homes)) return [prefix]
  const parts = ['lib', 'lib64', 'libexec', path.join('share', path.basename(file))]
  const beside = parts.map((part) => path.join(prefix, part))
  const there = await Promise.all(beside.map(isThere))
  return [folder, ...beside.filter((_, index) => there[index])]
}

/**
 * Folders that hold much else: the root and `/tmp`, a home and what is above it, and the hidden folders in it, in which
 * programs keep settings and keys.
 */
function isShared(folder: string, homes: readonly string[]): boolean {
  const isHome = (at: string): boolean => path.dirname(at) === '/home' || homes.includes(at)
  if (['/', '/tmp', '/var/tmp', '/home'].includes(folder) || isHome(folder)) return true
  if (homes.some((home) => isInside(folder, home))) return true
  return path.basename(folder).startsWith('.') && isHome(path.dirname(folder))
}

/** The outermost folder around that has a package.json: a package's script may use modules of the project around it. */
async function outermostPackage(folder: string, homes: readonly string[]): Promise<string | undefined> {
  let outermost: string | undefined
  for (let at = folder; !isShared(at, homes); at = path.dirname(at))
    if (await isThere(path.join(at, 'package.json'))) outermost = at
  return outermost
}
