import { rename, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { hashFile, temporaryName } from '@cli-apps/core/node'
import { download } from '../binary/download.ts'
import type { PackageArchive } from '../strategies/npm/npm-archives.ts'

interface KeptArchiveOptions {
  /** Folder of archives, each named after its digest. */
  cache: string
  signal: AbortSignal
  onProgress: (bytes: number) => void
}

/**
 * Returns the file of an archive, whose digest was verified just now: from the cache, or downloaded into it. Throws
 * `IntegrityError` `download.checksum-mismatch` and `UnavailableError` `download.failed`.
 */
export async function keptArchive(
  { url, sha512 }: Pick<PackageArchive, 'url' | 'sha512'>,
  { cache, signal, onProgress }: KeptArchiveOptions,
): Promise<string> {
  const file = path.join(cache, sha512)
  if ((await digestOf(file)) === sha512) {
    const now = new Date()
    // A cache that cannot be written is as good.
    await utimes(file, now, now).catch(() => {})
    return file
  }
  const coming = temporaryName(file)
  await download({ url, sha512, size: undefined, to: coming, signal, onProgress })
  await rename(coming, file)
  return file
}

async function digestOf(file: string): Promise<string | undefined> {
  const stats = await stat(file).catch(() => undefined)
  return stats?.isFile() ? hashFile(file, stats.size, 'sha512') : undefined
}
