import { readdir, readlink, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { isInside, ownHomes, programFiles } from '@cli-apps/core/node'

/*
 * What a version manager puts on PATH only leads to the real program, which lies in a folder that a variable names or that is
 * hidden in the user's home. In a home of their own such programs would find nothing to start.
 */

/** Folders of version managers and what they installed. */
export interface ToolFolders {
  /** Variables that name such folders, as set by this user. */
  variables: Record<string, string>
  /** Default locations if no variable is set: path below a home, to the folder of this user. */
  links: Map<string, string>
  /** Files and folders that may be read, without those that look like secrets. */
  readable: string[]
}

const namesFolder = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*_(HOME|ROOT|DIR)$/
const isForOthers =
  /^(XDG|CLI_APPS)_|KEY|SECRET|TOKEN|PASS|CREDENTIAL|AUTH|CERT|VAULT|WALLET|SSH|GPG|GNUPG|KUBE/

/** Folders where managers keep installations, and what every installation contains. */
const managed = ['versions', 'toolchains', 'installs', 'candidates', 'shims', 'tools']
const installed = [...managed, 'bin']

const looksSecret = /credential|secret|token|passw|private|auth|history|netrc|\.(pem|key|p12|pfx)$|^\.?env$/i

interface FindToolFoldersOptions {
  environment: NodeJS.ProcessEnv
  /** Home folders of this user, which are never exposed as a whole. */
  homes?: readonly string[]
}

/** Returns the folders that a program with this argv prefix may need. Missing and unreadable ones are omitted. */
export async function findToolFolders(
  argv: readonly string[],
  { environment, homes = ownHomes() }: FindToolFoldersOptions,
): Promise<ToolFolders> {
  const found: ToolFolders = { variables: {}, links: new Map(), readable: [] }
  for (const [name, folder = ''] of Object.entries(environment)) {
    if (!namesFolder.test(name) || isForOthers.test(name) || !path.isAbsolute(folder)) continue
    if (isAround(folder, homes) || !(await holdsOneOf(folder, installed))) continue
    found.variables[name] = folder
    found.readable.push(...(await withoutSecrets(folder)))
  }
  for (const name of await namesOf(argv, homes))
    for (const home of homes)
      for (const place of [`.${name}`, path.join('.local', 'share', name)]) {
        const folder = path.join(home, place)
        if (found.links.has(place) || !(await holdsOneOf(folder, managed))) continue
        found.links.set(place, folder)
        found.readable.push(...(await withoutSecrets(folder)))
      }
  return found
}

/** The root, a home, or a folder that contains a home. */
const isAround = (folder: string, homes: readonly string[]): boolean =>
  path.dirname(folder) === path.parse(folder).root || homes.some((home) => isInside(folder, home))

async function holdsOneOf(folder: string, names: readonly string[]): Promise<boolean> {
  const there = await readdir(folder).catch(() => [])
  return there.some((name) => names.includes(name))
}

/** The folder, or if something in it looks like a secret, its other entries. */
async function withoutSecrets(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  if (!names.some((name) => looksSecret.test(name))) return [folder]
  return names.filter((name) => !looksSecret.test(name)).map((name) => path.join(folder, name))
}

/** Possible names of the manager that installed the program: its hidden folder, and its link target. */
async function namesOf(argv: readonly string[], homes: readonly string[]): Promise<Set<string>> {
  const names = new Set<string>()
  for (const file of programFiles(argv)) {
    for (const home of homes) {
      const [first = ''] = path.relative(home, file).split(path.sep)
      if (/^\.[a-z]/.test(first)) names.add(first.slice(1))
    }
    const target = await readlink(file).catch(() => undefined)
    if (target !== undefined)
      names.add(path.basename(target)).add(path.basename(await realpath(file).catch(() => target)))
    for (const name of await sameFilesBeside(file, homes)) names.add(name)
  }
  return names
}

/** Other names of the same file in its folder, if in a home: managers link their programs to themselves. */
async function sameFilesBeside(file: string, homes: readonly string[]): Promise<string[]> {
  const own = await stat(file).catch(() => undefined)
  if (own === undefined || own.nlink < 2 || !homes.some((home) => isInside(home, file))) return []
  const folder = path.dirname(file)
  const names = (await readdir(folder).catch(() => [])).slice(0, 500)
  const stats = await Promise.all(names.map((name) => stat(path.join(folder, name)).catch(() => undefined)))
  return names.filter((_, at) => stats[at]?.ino === own.ino && stats[at]?.dev === own.dev)
}
