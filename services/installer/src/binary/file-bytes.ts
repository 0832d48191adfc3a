import type { FileHandle } from 'node:fs/promises'
import { t } from '@cli-apps/core'

/** Reads a file from the start in chunks of requested length. */
export interface FileBytes {
  /** Returns the next bytes, fewer only at the end of the file. */
  next(count: number): Promise<Buffer>
  /** Returns the next bytes. Throws if the file ends before. */
  take(count: number): Promise<Buffer>
  skip(count: number): void
}

export function openFileBytes(file: FileHandle): FileBytes {
  let position = 0
  const next = async (count: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, position)
    position += bytesRead
    return buffer.subarray(0, bytesRead)
  }
  return {
    next,
    async take(count) {
      const bytes = await next(count)
      if (bytes.length < count) throw new Error(t('file-bytes.ends-early', 'it ends too early'))
      return bytes
    },
    skip(count) {
      position += count
    },
  }
}
