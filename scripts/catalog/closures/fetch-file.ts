import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { IntegrityError, UnavailableError } from '@cli-apps/core'
import { request } from 'undici'

interface Expected {
  sha256: string
  size: number
}

export const mirror = 'http://deb.debian.org'

/**
 * Downloads a file below the mirror's root, unless it is there already. Throws `UnavailableError`, or `IntegrityError` for
 * another content than expected.
 */
export async function fetchFile(place: string, file: string, expected: Expected): Promise<void> {
  // A file is renamed to its name only once its digest was right.
  if ((await stat(file).catch(() => undefined))?.size === expected.size) return
  await mkdir(path.dirname(file), { recursive: true })
  const partial = `${file}.partial`
  const hash = createHash('sha256')
  const body = await openFile(place)
  try {
    await pipeline(
      body,
      async function* (chunks: AsyncIterable<Buffer>) {
        let size = 0
        for await (const chunk of chunks) {
          size += chunk.length
          if (size > expected.size) break
          hash.update(chunk)
          yield chunk
        }
      },
      createWriteStream(partial),
    )
    if (hash.digest('hex') !== expected.sha256)
      throw new IntegrityError('catalog.debian-digest', `${place} is not what the signed index names.`)
    await rename(partial, file)
  } finally {
    await rm(partial, { force: true })
  }
}

/** Opens a file below the mirror's root. Throws `UnavailableError` if the mirror does not have it. */
export async function openFile(place: string): Promise<AsyncIterable<Buffer>> {
  const { statusCode, body } = await request(`${mirror}/${place}`)
  if (statusCode === 200) return body
  await body.dump()
  throw new UnavailableError('catalog.debian-mirror', `${mirror}/${place} answered ${statusCode}.`)
}
