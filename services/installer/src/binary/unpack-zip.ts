import { createWriteStream } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { t } from '@cli-apps/core'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { badLink, escapes } from './archive-errors.ts'
import { counted, type UnpackGuard } from './unpack-guard.ts'

const fileType = 0o170000
const symbolicLink = 0o120000
/** Systems whose zip programs store POSIX modes: Unix and macOS. */
const posixSystems = [3, 19]

/**
 * Unpacks a zip file; backslashes, as Windows writes them, separate folders. Links are refused: no release needs them.
 */
export async function unpackZip(file: string, guard: UnpackGuard, signal: AbortSignal): Promise<void> {
  const zip = await yauzl.openPromise(file, { strictFileNames: false })
  try {
    for await (const entry of zip.eachEntry()) {
      signal.throwIfAborted()
      guard.entry()
      await unpackEntry(zip, entry, guard)
    }
  } catch (error) {
    // yauzl validates names before we see them.
    if (
      error instanceof Error &&
      /^(invalid relative path|absolute path|invalid characters in fileName)/.test(error.message)
    ) {
      throw escapes(error.message.replace(/^[^:]*: /, ''))
    }
    throw error
  } finally {
    zip.close()
  }
}

async function unpackEntry(zip: ZipFile, entry: Entry, guard: UnpackGuard): Promise<void> {
  const at = guard.place(entry.fileName)
  const mode = posixSystems.includes(entry.versionMadeBy >>> 8) ? entry.externalFileAttributes >>> 16 : 0
  if ((mode & fileType) === symbolicLink) throw badLink(entry.fileName, '')
  if (entry.fileName.endsWith('/')) {
    await mkdir(at, { recursive: true })
    return
  }
  await mkdir(path.dirname(at), { recursive: true })
  const content = await zip.openReadStreamPromise(entry)
  await pipeline(content, counted(guard), proven(entry), createWriteStream(at, { flags: 'wx' }))
  await chmod(at, mode === 0 ? 0o755 : (mode & 0o755) | 0o600)
}

/** Passes a file's bytes on; fails at the end if the entry's checksum differs. */
function proven({ fileName, crc32: expected }: Entry): Transform {
  let sum = 0
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      sum = crc32(chunk, sum)
      done(null, chunk)
    },
    flush: (done) =>
      done(
        sum === expected
          ? null
          : new Error(t('unpack-zip.wrong-checksum', 'the checksum of {file} is wrong', { file: fileName })),
      ),
  })
}
