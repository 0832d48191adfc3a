import { createHash, type Hash } from 'node:crypto'
import { closeSync, createReadStream, openSync, readSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { Digest } from '../../digest.ts'
import { InvalidError } from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'

/** Larger files are streamed. */
const mostAtOnce = 1 << 22

/** One for all files: fresh memory for each costs several times the hashing. */
let buffer: Buffer | undefined

/** Digest of a file's content, in hex. */
export async function hashFile(
  file: string,
  size: number,
  algorithm: 'sha256' | 'sha512' = 'sha256',
): Promise<string> {
  const hashing = createHash(algorithm)
  if (size > mostAtOnce) await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hashing)
  else updateFrom(file, size, hashing)
  return hashing.digest('hex')
}

/** Hashes as many bytes as the file is said to have, which saves asking for its end. */
function updateFrom(file: string, size: number, hashing: Hash): void {
  buffer ??= Buffer.allocUnsafeSlow(1 << 20)
  const descriptor = openSync(file, 'r')
  try {
    for (let left = size; left > 0; ) {
      const read = readSync(descriptor, buffer, 0, Math.min(left, buffer.length), null)
      if (read === 0) return
      hashing.update(buffer.subarray(0, read))
      left -= read
    }
  } finally {
    closeSync(descriptor)
  }
}

/** Returns the digest of a regular file. Throws `InvalidError` `program.no-file` for anything else. */
export async function digestOfFile(file: string): Promise<Digest> {
  const stats = await stat(file)
  // A record may name a device, and reading it would never end.
  const size = stats.isFile() ? stats.size : undefined
  if (size === undefined)
    throw new InvalidError('program.no-file', t('program.no-file', '{file} is not a file.', { file }), {
      hint: t('program.no-file.hint', 'Install the app again: its record names no program.'),
    })
  return Digest.parse(`sha256:${await hashFile(file, size)}`)
}
