import { stripVTControlCharacters } from 'node:util'

/** The end of what programs print that is passed on as it comes, for hints. */
interface PrintedEnd {
  write(chunk: Uint8Array): void
  /** Without terminal codes. */
  read(): string
}

const longest = 16_384

export function createPrintedEnd(): PrintedEnd {
  let end = Buffer.alloc(0)
  return {
    write(chunk) {
      const last = chunk.subarray(-longest)
      end = Buffer.concat([end.subarray(-(longest - last.length) || longest), last])
    },
    read: () => stripVTControlCharacters(end.toString()),
  }
}
