import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { acquireLock, hasCode, isMissing, namesIn } from '@cli-apps/core/node'
import { listEntries } from './list-entries.ts'
import { readAppFile } from './store.ts'

/** The list in the folder of an unpacked package, which makes it valid. */
const listOf = (folder: string): string => path.join(folder, 'deb.json')

/** An unpacked package that no program of the store is made of. */
export interface UnusedPackage {
  folder: string
  bytes: number
}

interface UnusedOptions {
  /** Folder of all unpacked packages. */
  debs: string
  store: string
  /** Folders of programs that are about to be removed. */
  removed: ReadonlySet<string>
  /** Packages that an install used since then stay, in milliseconds. */
  before: number
}

/** Finds the unpacked packages that no program needs. While a program is being built, its packages have no user yet. */
export async function unusedPackages({
  debs,
  store,
  removed,
  before,
}: UnusedOptions): Promise<UnusedPackage[]> {
  const names = (await namesIn(debs)).filter((name) => /^[0-9a-f]{64}$/.test(name))
  if (names.length === 0) return []
  const used = new Set<string>()
  for (const { entry } of await listEntries(store)) {
    if (removed.has(entry.folder)) continue
    const app = await readAppFile(entry).catch(() => undefined)
    if (app?.method === 'debian') for (const { integrity } of app.artifacts) used.add(String(integrity))
  }
  const unused: UnusedPackage[] = []
  for (const name of names.filter((one) => !used.has(`sha256:${one}`))) {
    const folder = path.join(debs, name)
    if ((await takenAt(folder)) < before) unused.push({ folder, bytes: await sizeOf(folder) })
  }
  return unused
}

/** Removes an unused package, unless an install is making it. Returns whether it was removed. */
export async function removePackage(folder: string, locks: string, signal: AbortSignal): Promise<boolean> {
  try {
    const name = path.basename(folder).slice(0, 16)
    await using _lock = await acquireLock(locks, name, { wait: 0, what: folder, signal })
    // Its list goes first, so that a partly removed package is not valid.
    await rm(listOf(folder), { force: true })
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    return true
  } catch (error) {
    if (hasCode(error, 'lock.held')) return false
    throw error
  }
}

async function takenAt(folder: string): Promise<number> {
  for (const file of [listOf(folder), folder]) {
    const stats = await stat(file).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
    if (stats !== undefined) return stats.mtimeMs
  }
  return 0
}

async function sizeOf(folder: string): Promise<number> {
  const children = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = children.filter((child) => child.isFile())
  const sizes = await Promise.all(
    files.map(async (child) => (await stat(path.join(child.parentPath, child.name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
