import { open } from 'node:fs/promises'
import { InvalidError, t } from '@cli-apps/core'
import { type FileBytes, openFileBytes } from './file-bytes.ts'

/** Maximum memory of the library: the default maximum window of `zstd --long` and `--ultra`. */
const mostWindow = 2 ** 27
const mostBlock = 128 * 1024

interface Frame {
  header: Buffer
  window: number
  hasDictionary: boolean
  checksumBytes: number
}

/**
 * Returns why the library cannot unpack a zstd file; `undefined` if it can. Reads only the headers of frames and
 * blocks.
 */
export async function zstdBeyond(file: string): Promise<string | undefined> {
  const handle = await open(file)
  try {
    const bytes = openFileBytes(handle)
    for await (const { window, hasDictionary, checksumBytes } of frames(bytes)) {
      if (hasDictionary) {
        throw new InvalidError(
          'archive.broken',
          t(
            'archive.broken.zstd-archive-needs-dictionary',
            'The zstd archive needs a dictionary that is not in it.',
          ),
          {
            hint: t(
              'archive.broken.hint',
              'It was published that way. Report it to the publisher of the app.',
            ),
          },
        )
      }
      if (window > mostWindow)
        return t('zstd-content.zstd-window-mib', 'a zstd window of {round} MiB', {
          round: Math.round(window / 2 ** 20),
        })
      for await (const block of blocks(bytes)) bytes.skip(block.size)
      bytes.skip(checksumBytes)
    }
  } finally {
    await handle.close()
  }
}

/**
 * Yields the content of all frames of a zstd file. Decodes one block at a time, so that a bomb cannot fill the memory.
 */
export async function* zstdContent(file: string): AsyncGenerator<Uint8Array> {
  const { Decompress } = await import('fzstd')
  const handle = await open(file)
  try {
    const bytes = openFileBytes(handle)
    for await (const { header, checksumBytes } of frames(bytes)) {
      const out: Uint8Array[] = []
      const decoder = new Decompress((chunk) => {
        // Copied, because the decoder reuses its memory.
        if (chunk.length > 0) out.push(Buffer.from(chunk))
      })
      decoder.push(header)
      for await (const block of blocks(bytes)) {
        decoder.push(Buffer.concat([block.header, await bytes.take(block.size)]))
        yield* out.splice(0)
      }
      decoder.push(await bytes.take(checksumBytes), true)
      yield* out.splice(0)
    }
  } finally {
    await handle.close()
  }
}

/** The frames with content (RFC 8878, section 3.1); after each, the caller reads its blocks and checksum. */
async function* frames(bytes: FileBytes): AsyncGenerator<Frame> {
  for (;;) {
    const magic = await bytes.next(4)
    if (magic.length === 0) return
    const number = magic.length === 4 ? magic.readUInt32LE() : 0
    if (number >>> 4 === 0x184d2a5) {
      bytes.skip((await bytes.take(4)).readUInt32LE())
      continue
    }
    if (number !== 0xfd2fb528)
      throw new Error(t('zstd-content.no-frame', 'a frame does not begin where it should'))
    yield await readFrame(magic, bytes)
  }
}

async function readFrame(magic: Buffer, bytes: FileBytes): Promise<Frame> {
  const [descriptor = 0] = await bytes.take(1)
  const isSingleSegment = (descriptor & 0x20) !== 0
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0
  const sizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >>> 6] ?? 0
  const windowBytes = isSingleSegment ? 0 : 1
  const fields = await bytes.take(windowBytes + dictionaryBytes + sizeBytes)
  const [exponent = 0] = fields
  const contentSize = Number(littleEndian(fields.subarray(windowBytes + dictionaryBytes)))
  const windowBase = 2 ** (10 + (exponent >>> 3))
  return {
    header: Buffer.concat([magic, Uint8Array.of(descriptor), fields]),
    window: isSingleSegment ? contentSize : windowBase + (windowBase / 8) * (exponent & 7),
    hasDictionary: littleEndian(fields.subarray(windowBytes, windowBytes + dictionaryBytes)) !== 0n,
    checksumBytes: (descriptor & 4) === 0 ? 0 : 4,
  }
}

async function* blocks(bytes: FileBytes): AsyncGenerator<{ header: Buffer; size: number }> {
  for (let isLast = false; !isLast; ) {
    const header = await bytes.take(3)
    const word = header.readUIntLE(0, 3)
    isLast = (word & 1) === 1
    const type = (word >>> 1) & 3
    const size = word >>> 3
    if (type === 3 || size > mostBlock) throw new Error(t('zstd-content.damaged-block', 'a block is damaged'))
    // A run-length block stores its byte once.
    yield { header, size: type === 1 ? 1 : size }
  }
}

const littleEndian = (bytes: Uint8Array): bigint =>
  bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
