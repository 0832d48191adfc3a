import { createHash } from 'node:crypto'
import { open, readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { isInside, namesIn, readShebang } from '@cli-apps/core/node'

/** Files that contain the version of a script's package. */
const versionFiles = ['package.json', 'pyvenv.cfg', 'METADATA', 'VERSION']
const versionFileBytes = 1_000_000

/** Larger files are identified by both ends and their dates: hashing hundreds of megabytes would take a second. */
const wholeBytes = 8_000_000
const endBytes = 1_000_000

/**
 * Returns a digest of everything that determines a program's help: content and path of every file of its argv prefix,
 * and for scripts the version of their package. A program inside `store` is identified by path and dates, since nobody
 * changes it there.
 */
export async function programDigest(argv: readonly string[], store: string): Promise<string> {
  const hash = createHash('sha256')
  for (const word of argv) {
    hash.update(`\0${word}\0`)
    const file = path.isAbsolute(word) ? await realpath(word).catch(() => undefined) : undefined
    if (file === undefined || !(await stat(file)).isFile()) continue
    hash.update(`${file}\0`)
    if (isInside(store, file)) hash.update(await datesOf(file))
    else {
      for (const part of await partsOf(file)) hash.update(part)
      if ((await readShebang(file)) !== undefined) hash.update(await dependencyState(file))
    }
  }
  return `sha256:${hash.digest('hex')}`
}

async function datesOf(file: string): Promise<string> {
  const { size, mtimeNs, ctimeNs } = await stat(file, { bigint: true })
  return `${size} ${mtimeNs} ${ctimeNs}\0`
}

async function partsOf(file: string): Promise<(Uint8Array | string)[]> {
  const { size } = await stat(file)
  if (size <= wholeBytes) return [await readFile(file)]
  const handle = await open(file)
  try {
    const ends = [0, size - endBytes].map((at) => handle.read(Buffer.alloc(endBytes), 0, endBytes, at))
    return [await datesOf(file), ...(await Promise.all(ends)).map(({ buffer }) => buffer)]
  } finally {
    await handle.close()
  }
}

/**
 * The version files in a script's parent folders, and the names of the libraries next to it, which include versions.
 */
async function dependencyState(file: string): Promise<string> {
  const found: string[] = []
  for (const folder of above(path.dirname(file), 4))
    for (const name of versionFiles) found.push(await contentOf(path.join(folder, name)))
  const libraries = path.join(path.dirname(path.dirname(file)), 'lib')
  found.push(...(await namesIn(libraries).catch(() => [])))
  for (const name of found.filter((text) => /^python[\d.]*$/.test(text)))
    for (const packages of ['site-packages', 'dist-packages'])
      found.push(...(await namesIn(path.join(libraries, name, packages)).catch(() => [])).sort())
  return found.join('\0')
}

/** The folder and up to this many parents, nearest first. */
function above(folder: string, levels: number): string[] {
  const parent = path.dirname(folder)
  return levels === 0 || parent === folder ? [] : [folder, ...above(parent, levels - 1)]
}

async function contentOf(file: string): Promise<string> {
  const stats = await stat(file).catch(() => undefined)
  return stats?.isFile() && stats.size <= versionFileBytes ? readFile(file, 'latin1').catch(() => '') : ''
}
