import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { t } from '@cli-apps/core'

const lzma2 = 0x21
/** The dictionary size of `xz -9`, which is also the library's limit. */
const mostDictionary = 2 ** 26
const knownChecks = [0, 1, 4]

/**
 * Returns why the library cannot unpack an xz file; `undefined` if it can, judging by the headers of the first block.
 */
export async function xzBeyond(file: string): Promise<string | undefined> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(12 + 1024), 0, 12 + 1024, 0)
    return judgeHeaders(buffer.subarray(0, bytesRead))
  } finally {
    await handle.close()
  }
}

/** The xz file format, sections 2.1.1 and 3.1. */
function judgeHeaders(head: Buffer): string | undefined {
  const check = (head[7] ?? 0) & 0x0f
  if (!knownChecks.includes(check)) return t('xz-content.check-kind', 'a check of kind {check}', { check })
  // Zero marks the index of a file without blocks.
  if ((head[12] ?? 0) === 0) return undefined
  const flags = head[13] ?? 0
  let at = 14
  const number = (): number => {
    let value = 0
    for (let shift = 0; shift < 63; shift += 7) {
      const byte = head[at++] ?? 0
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) break
    }
    return value
  }
  if ((flags & 0x40) !== 0) number()
  if ((flags & 0x80) !== 0) number()
  const [id, propertyBytes] = [number(), number()]
  if ((flags & 3) !== 0 || id !== lzma2 || propertyBytes !== 1)
    return t('xz-content.filter-xz-machine-code', 'a filter of xz for machine code')
  const dictionary = dictionaryBytes(head[at] ?? 0)
  return dictionary > mostDictionary
    ? t('xz-content.xz-dictionary-mib', 'an xz dictionary of {round} MiB', {
        round: Math.round(dictionary / 2 ** 20),
      })
    : undefined
}

const dictionaryBytes = (bits: number): number => (2 | (bits & 1)) * 2 ** (Math.floor(bits / 2) + 11)

/** Yields the content of all streams of an xz file. */
export async function* xzContent(file: string): AsyncGenerator<Uint8Array> {
  const library: typeof import('xz-decompress') & { default?: typeof import('xz-decompress') } = await import(
    'xz-decompress'
  )
  // Node finds only the default export of this CommonJS module.
  const { XzReadableStream } = library.default ?? library
  const source = createReadStream(file)
  try {
    yield* new XzReadableStream(Readable.toWeb(source))
  } finally {
    source.destroy()
  }
}
