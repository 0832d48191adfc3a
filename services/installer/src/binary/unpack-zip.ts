import { createWriteStream } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { IntegrityError } from '@cli-apps/core'
import yauzl from 'yauzl'
import { counted, escapes, type UnpackGuard } from './unpack-limits.ts'

const fileType = 0o170000
const symbolicLink = 0o120000

/** Unpacks a zip file. Links in it are refused: no release needs them. */
export async function unpackZip(file: string, guard: UnpackGuard, signal: AbortSignal): Promise<void> {
  const zip = await yauzl.openPromise(file, { strictFileNames: true })
  try {
    for await (const entry of zip.eachEntry()) {
      signal.throwIfAborted()
      guard.entry()
      const at = guard.place(entry.fileName)
      const mode = entry.externalFileAttributes >>> 16
      if ((mode & fileType) === symbolicLink) {
        throw new IntegrityError(
          'archive.link',
          `The archive holds the link ${JSON.stringify(entry.fileName)}.`,
          {
            hint: 'Nothing was installed; tell the publisher of the app.',
          },
        )
      }
      if (entry.fileName.endsWith('/')) {
        await mkdir(at, { recursive: true })
        continue
      }
      await mkdir(path.dirname(at), { recursive: true })
      await pipeline(
        await zip.openReadStreamPromise(entry),
        counted(guard),
        createWriteStream(at, { flags: 'wx' }),
      )
      await chmod(at, mode === 0 ? 0o755 : (mode & 0o755) | 0o600)
    }
  } catch (error) {
    // yauzl checks names before we see them.
    if (
      error instanceof Error &&
      /^(invalid relative path|absolute path|invalid characters in fileName)/.test(error.message)
    ) {
      throw escapes(error.message)
    }
    throw error
  } finally {
    zip.close()
  }
}
