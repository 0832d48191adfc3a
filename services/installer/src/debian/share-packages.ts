import { mkdir, rename, rm, utimes } from 'node:fs/promises'
import path from 'node:path'
import { type ClosurePackage, type DebianClosure, t } from '@cli-apps/core'
import { acquireLock, exists, linkSignals, temporaryName } from '@cli-apps/core/node'
import pMap from 'p-map'
import { downloadPackage, packageUrls } from './download-package.ts'
import type { PlacedPackage } from './plan-root.ts'
import { packageFile, packageFolder, readWholePackage, type StoredPackage } from './stored-package.ts'
import { unpackDeb } from './unpack-deb.ts'

export interface SharePackagesOptions {
  /** Folder of all unpacked packages. */
  debs: string
  locks: string
  /** Rewrites a URL by the configured mirrors. */
  mirror: (url: string) => string
  environment: NodeJS.ProcessEnv
  signal: AbortSignal
  /** Notes a folder that must be removed if this process is killed. */
  noteFolder?: ((folder: string) => Promise<void>) | undefined
  onProgress: (state: ShareState) => void
}

/** How far the packages of a closure are. */
interface ShareState {
  done: number
  of: number
  /** Bytes received so far. */
  received: number
}

const parallel = 6
const waitMs = 15 * 60_000

/**
 * Returns the packages of a closure, unpacked in the store: those that are there and whole, and the others downloaded.
 * Each is complete before it gets its place, so that a killed install continues with what it has.
 */
export async function sharePackages(
  closure: DebianClosure,
  options: SharePackagesOptions,
): Promise<PlacedPackage[]> {
  const { packages } = closure
  const received = new Map<string, number>()
  let done = 0
  const report = (): void =>
    options.onProgress({
      done,
      of: packages.length,
      received: [...received.values()].reduce((sum, bytes) => sum + bytes, 0),
    })
  using stop = linkSignals(options.signal)
  const own = { ...options, signal: stop.signal }
  const running = packages.map(() => Promise.resolve<unknown>(undefined))
  const share = async (one: ClosurePackage): Promise<PlacedPackage> => {
    const onBytes = (bytes: number): void => {
      received.set(one.sha256, bytes)
      report()
    }
    const folder = packageFolder(options.debs, one.sha256)
    const content = await sharePackage(one, folder, { closure, onBytes }, own)
    await noteTaken(folder)
    done++
    report()
    return { folder, content }
  }
  const run = (one: ClosurePackage, index: number): Promise<PlacedPackage> => {
    const task = share(one)
    running[index] = task.catch(() => {})
    return task
  }
  report()
  try {
    return await pMap(packages, run, { concurrency: parallel, signal: stop.signal })
  } catch (error) {
    stop.abort()
    // Nothing may still write when the caller cleans up.
    await Promise.all(running)
    throw error
  }
}

interface Sharing {
  closure: DebianClosure
  onBytes: (bytes: number) => void
}

async function sharePackage(
  one: ClosurePackage,
  folder: string,
  sharing: Sharing,
  options: SharePackagesOptions,
): Promise<StoredPackage> {
  const { locks, signal } = options
  const present = await readExpected(one, folder, options)
  if (present !== undefined) return present
  await using _lock = await acquireLock(locks, one.sha256.slice(0, 16), {
    wait: waitMs,
    what: t('share-packages.package', 'The Debian package {name}', { name: one.package }),
    signal,
  })
  return (await readExpected(one, folder, options)) ?? (await makePackage(one, folder, sharing, options))
}

/** The digest names the file; the closure must name what is in it, for every closure that uses it. */
async function readExpected(
  { package: name, version }: ClosurePackage,
  folder: string,
  { signal }: SharePackagesOptions,
): Promise<StoredPackage | undefined> {
  const found = await readWholePackage(folder, signal)
  return found?.package === name && found.version === version ? found : undefined
}

async function makePackage(
  one: ClosurePackage,
  folder: string,
  { closure, onBytes }: Sharing,
  { mirror, environment, signal, noteFolder }: SharePackagesOptions,
): Promise<StoredPackage> {
  const { architecture, snapshot } = closure
  const [temporary, damaged] = [temporaryName(folder), temporaryName(folder)]
  await noteFolder?.(temporary)
  await mkdir(temporary, { recursive: true })
  try {
    const file = path.join(temporary, 'package.deb')
    const urls = packageUrls(one.path, snapshot, mirror)
    await downloadPackage(one, { urls, to: file, signal, onProgress: onBytes })
    const content = await unpackDeb({ file, expected: one, architecture, to: temporary, environment, signal })
    await rm(file)
    // A damaged one makes way; roots that link to its files keep them.
    if (await exists(folder)) await rename(folder, damaged)
    await rename(temporary, folder)
    return content
  } finally {
    for (const left of [temporary, damaged]) await rm(left, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Records in the time of `deb.json` when an install last used a package; a read-only store keeps no such time. */
async function noteTaken(folder: string): Promise<void> {
  const now = new Date()
  await utimes(packageFile(folder), now, now).catch(() => {})
}
