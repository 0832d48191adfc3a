import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rename, utimes } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isMissing, temporaryName } from '@cli-apps/core/node'
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
  const hash = createHash('sha512')
  try {
    await pipeline(createReadStream(file), hash)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  return hash.digest('hex')
}
