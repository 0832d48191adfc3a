import { t } from '../messages/t.ts'
/** The captured start and end of a stream. `tail` is empty if nothing was left out. */
export interface CapturedOutput {
  head: string
  tail: string
  omittedBytes: number
  totalBytes: number
}

interface OutputCapture {
  write(chunk: Uint8Array): void
  read(): CapturedOutput
}

/**
 * Captures a stream of any length in limited memory: its first `head` and last `tail` bytes, decoded as UTF-8 with
 * replacement.
 */
export function createOutputCapture(limits: { head: number; tail: number }): OutputCapture {
  const first: Uint8Array[] = []
  const last: Uint8Array[] = []
  let firstBytes = 0
  let lastBytes = 0
  let totalBytes = 0
  return {
    write(chunk) {
      totalBytes += chunk.length
      const fits = chunk.subarray(0, Math.max(0, limits.head - firstBytes))
      if (fits.length > 0) first.push(fits)
      firstBytes += fits.length
      const rest = chunk.subarray(fits.length)
      if (rest.length === 0) return
      last.push(rest)
      lastBytes += rest.length
      while (last[0] !== undefined && lastBytes - last[0].length >= limits.tail) {
        lastBytes -= last[0].length
        last.shift()
      }
    },
    read() {
      const end = Buffer.concat(last)
      const kept = end.subarray(Math.max(0, end.length - limits.tail))
      const omittedBytes = totalBytes - firstBytes - kept.length
      if (omittedBytes === 0) {
        return { head: decode(Buffer.concat([...first, kept])), tail: '', omittedBytes, totalBytes }
      }
      return {
        head: decode(dropPartialEnd(Buffer.concat(first))),
        tail: decode(dropPartialStart(kept)),
        omittedBytes,
        totalBytes,
      }
    },
  }
}

/** Joins head and tail, with a line in between that says how much is missing. */
export const joinOutput = ({ head, tail, omittedBytes }: CapturedOutput): string =>
  omittedBytes === 0
    ? head
    : t('output-capture.bytes-left-out', `{head}\n… {omittedBytes} bytes left out …\n{tail}`, {
        head,
        omittedBytes,
        tail,
      })

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** Drops a character that was cut apart, at most three bytes. */
function dropPartialEnd(bytes: Uint8Array): Uint8Array {
  let start = bytes.length - 1
  while (start > bytes.length - 4 && isContinuation(bytes[start])) start--
  const lead = bytes[start] ?? 0
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1
  return start >= 0 && start + length > bytes.length ? bytes.subarray(0, start) : bytes
}

function dropPartialStart(bytes: Uint8Array): Uint8Array {
  let start = 0
  while (start < 3 && isContinuation(bytes[start])) start++
  return bytes.subarray(start)
}
