import { once } from 'node:events'
import { type Readable, Transform, type Writable } from 'node:stream'
import { createSlices } from '../../turns/slices.ts'
import { messageFault, mostMessageBytes, tooLarge } from './read-message.ts'

/** Number of bytes kept at both ends of an overlong line, which may contain its `id`. */
const keptOfLong = 1000

/** Lines for a server, until `close`. */
interface MessageLines {
  stream: Readable
  /** Stops reading the input, which stays open. */
  close(): void
}

/**
 * Yields the lines of `input` that are messages. Any other line is answered on `output` with a JSON-RPC error, and the
 * connection continues. Reading pauses while the client does not read its answers.
 */
export function messageLines(input: Readable, output: Writable): MessageLines {
  const line = createLine()
  const slices = createSlices()
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      take(chunk).then(() => done(), done)
    },
  })

  async function take(chunk: Buffer): Promise<void> {
    let at = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, at)) {
      line.add(chunk.subarray(at, end))
      at = end + 1
      const whole = line.take()
      if (whole !== undefined) pass(whole)
      if (slices.due()) await slices.pause()
      if (output.writableNeedDrain) await Promise.race([once(output, 'drain'), once(output, 'close')])
    }
    line.add(chunk.subarray(at))
  }

  function pass(whole: Line): void {
    const fault = 'tooLong' in whole ? tooLarge(whole.start, whole.end) : messageFault(whole.bytes)
    if (fault !== undefined) output.write(`${JSON.stringify(fault)}\n`)
    else if ('bytes' in whole) stream.push(Buffer.concat([whole.bytes, lineEnd]))
  }

  const end = (): void => void stream.end()
  input.pipe(stream)
  input.once('close', end)
  input.once('error', end)
  return {
    stream,
    close() {
      input.unpipe(stream)
      input.off('close', end)
      input.off('error', end)
      input.pause()
      stream.destroy()
    },
  }
}

const lineEnd = Buffer.from('\n')

type Line = { bytes: Buffer } | { tooLong: true; start: string; end: string }

/** Collects the chunks of a line; of an overlong one, only both ends. */
function createLine() {
  let parts: Buffer[] = []
  let size = 0
  let start = ''
  let end = Buffer.alloc(0)
  const isLong = (): boolean => size > mostMessageBytes
  return {
    add(part: Buffer): void {
      if (part.length === 0) return
      const wasLong = isLong()
      size += part.length
      parts.push(part)
      if (!isLong()) return
      const joined = Buffer.concat([end, ...parts])
      if (!wasLong) start = joined.subarray(0, keptOfLong).toString()
      end = Buffer.from(joined.subarray(-keptOfLong))
      parts = []
    },
    /** Returns the line; `undefined` if it is blank. */
    take(): Line | undefined {
      const taken: Line = isLong()
        ? { tooLong: true, start, end: end.toString() }
        : { bytes: Buffer.concat(parts) }
      parts = []
      size = 0
      end = Buffer.alloc(0)
      return 'bytes' in taken && taken.bytes.toString('latin1').trim() === '' ? undefined : taken
    },
  }
}
