import { createHash, hash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { Digest } from '../../digest.ts'
import { InvalidError } from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'

/** Larger files are streamed. */
const wholeBytes = 1 << 22

/** SHA-256 of a file's content, in hex. */
export async function hashFile(file: string, size: number): Promise<string> {
  if (size <= wholeBytes) return hash('sha256', readFileSync(file), 'hex')
  const hashing = createHash('sha256')
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hashing)
  return hashing.digest('hex')
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
