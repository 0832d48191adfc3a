import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type ArchiveKind, CanceledError, InvalidError, isAppError } from '@cli-apps/core'
import { counted, createUnpackGuard, type UnpackGuard } from './unpack-limits.ts'
import { unpackTar } from './unpack-tar.ts'
import { unpackZip } from './unpack-zip.ts'

export interface UnpackOptions {
  archive: ArchiveKind
  from: string
  /** A folder for an archive of many files; the file itself for `none` and `gz`. */
  to: string
  signal: AbortSignal
}

/** Unpacks a download. Entries that lead out of the folder, special files and bombs are refused; the caller clears up. */
export async function unpack({ archive, from, to, signal }: UnpackOptions): Promise<void> {
  const { size } = await stat(from)
  try {
    if (archive === 'none' || archive === 'gz') {
      await mkdir(path.dirname(to), { recursive: true })
      await mkdir(path.dirname(to), { recursive: true })
      await unpackFile(from, to, { archive, guard: createUnpackGuard(path.dirname(to), size), signal })
      return
    }
    await mkdir(to, { recursive: true })
    const guard = createUnpackGuard(to, size)
    if (archive === 'zip') await unpackZip(from, guard, signal)
    else await unpackTar(await decompress(from, archive), guard, signal)
  } catch (error) {
    if (isAppError(error)) throw error
    if (signal.aborted)
      throw new CanceledError('unpack.canceled', 'Unpacking was interrupted.', { cause: error })
    throw new InvalidError(
      'archive.broken',
      `The download is no sound ${archive} archive: ${error instanceof Error ? error.message : error}`,
      {
        hint: 'The manifest names the wrong kind of archive; tell the publisher of the app.',
        cause: error,
      },
    )
  }
}

async function unpackFile(
  from: string,
  to: string,
  { archive, guard, signal }: { archive: 'none' | 'gz'; guard: UnpackGuard; signal: AbortSignal },
): Promise<void> {
  const source = createReadStream(from)
  const content = archive === 'gz' ? source.pipe(createGunzip()) : source
  if (archive === 'gz') source.on('error', (error) => content.destroy(error))
  await pipeline(content, counted(guard), createWriteStream(to, { flags: 'wx' }), { signal })
  await chmod(to, 0o755)
}

async function decompress(from: string, archive: 'tar.gz' | 'tar.xz' | 'tar.zst'): Promise<Readable> {
  const source = createReadStream(from)
  if (archive === 'tar.gz') {
    const gunzip = createGunzip()
    source.on('error', (error) => gunzip.destroy(error))
    return source.pipe(gunzip)
  }
  if (archive === 'tar.xz') {
    const { XzReadableStream } = await import('xz-decompress')
    return Readable.fromWeb(new XzReadableStream(Readable.toWeb(source)))
  }
  const { Decompress } = await import('fzstd')
  return source.pipe(zstdTransform(Decompress))
}

/** Node 20 has no zstd, so it is unpacked in JavaScript. */
function zstdTransform(Decompress: typeof import('fzstd').Decompress): Transform {
  const decoder = new Decompress()
  return new Transform({
    construct(done) {
      decoder.ondata = (chunk) => {
        if (chunk.length > 0) this.push(Buffer.from(chunk))
      }
      done()
    },
    transform(chunk: Uint8Array, _encoding, done) {
      try {
        decoder.push(chunk)
        done()
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)))
      }
    },
    flush(done) {
      try {
        decoder.push(new Uint8Array(0), true)
        done()
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)))
      }
    },
  })
}
