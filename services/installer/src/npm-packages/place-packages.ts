import path from 'node:path'
import { CanceledError, isAppError, t } from '@cli-apps/core'
import { linkSignals } from '@cli-apps/core/node'
import pMap from 'p-map'
import type { PackageArchive } from '../strategies/npm/npm-archives.ts'
import type { Step } from '../strategies/step.ts'
import type { Progress } from '../ui/progress-lines.ts'
import { keptArchive } from './kept-archive.ts'
import { linkBins } from './link-bins.ts'
import { unpackPackage } from './unpack-package.ts'

const packagesAtOnce = 8

/**
 * Downloads, verifies and unpacks packages of npm. Returns false, and leaves what is there to the caller, where only npm
 * can do it: an archive is not where registries keep it, or a package brings others that the tree has too. Throws
 * `IntegrityError` for an archive with another digest, `archive.…`, and `CanceledError` `unpack.canceled`.
 */
export async function placePackages(
  { packages, to, cache }: Step & { step: 'packages' },
  { signal, progress }: { signal: AbortSignal; progress: Progress },
): Promise<boolean> {
  using stop = linkSignals(signal)
  let done = 0
  const placeOne = async (one: PackageArchive): Promise<void> => {
    const from = await keptArchive(one, {
      cache,
      signal: stop.signal,
      onProgress: (bytes) => packages.length === 1 && progress.bytes(bytes),
    })
    const { bundles } = await unpackPackage({
      from,
      to: path.join(to, one.place),
      programs: Object.values(one.bin),
      signal: stop.signal,
    })
    if (bundles && packages.some(({ place }) => place.startsWith(`${one.place}/`))) throw new OnlyNpm()
    done++
    if (packages.length > 1)
      progress.update(t('place-packages.done', '{done} of {of} packages', { done, of: packages.length }))
  }
  let failure: unknown
  await pMap(
    packages,
    async (one) => {
      if (failure !== undefined) return
      try {
        await placeOne(one)
      } catch (error) {
        failure ??= error
        // All have ended before the caller cleans up.
        stop.abort()
      }
    },
    { concurrency: packagesAtOnce },
  )
  if (signal.aborted)
    throw new CanceledError('unpack.canceled', t('unpack.canceled', 'Unpacking was interrupted.'), {
      cause: failure,
    })
  if (failure !== undefined) {
    if (isLeftToNpm(failure)) return false
    throw failure
  }
  for (const one of packages) await linkBins(to, one)
  return true
}

class OnlyNpm extends Error {}

const unreachable = ['download.failed', 'network.unreachable', 'network.proxy']

const isLeftToNpm = (error: unknown): boolean =>
  error instanceof OnlyNpm || (isAppError(error) && unreachable.includes(error.code))
