import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

type StreamName = 'stdout' | 'stderr'

/** Consumes a chunk; the stream waits for a returned promise. */
type TakeChunk = (stream: StreamName, chunk: Uint8Array) => void | Promise<void>

/** Reads a program's output with back pressure. */
interface OutputReader {
  read(name: StreamName, stream: Readable | null | undefined): void
  /**
   * Waits for the output that an ended program left in its pipes: until they close (`closed`), are silent for 200 ms,
   * or deliver more than pipes can hold, since remaining child processes may write forever.
   */
  drain(closed: Promise<unknown>): Promise<void>
  /** Resolves when everything read has been consumed. */
  settled(): Promise<void>
}

const drainMs = 200
/** More than pipes and buffers of both streams can hold together. */
const mostLeft = 4 * 2 ** 20

export function createOutputReader(take: TakeChunk): OutputReader {
  const taking = new Set<Promise<void>>()
  let bytes = 0

  const settled = async (): Promise<void> => {
    while (taking.size > 0) await Promise.all(taking)
  }

  return {
    settled,
    read(name, stream) {
      stream?.on('data', (chunk: Uint8Array) => {
        bytes += chunk.length
        const taken = take(name, chunk)
        if (taken === undefined) return
        stream.pause()
        const done = taken.finally(() => {
          taking.delete(done)
          stream.resume()
        })
        taking.add(done)
      })
    },
    async drain(closed) {
      const most = bytes + mostLeft
      let isClosed = false
      const close = closed.then(() => {
        isClosed = true
      })
      for (let before = -1; !isClosed && before !== bytes && bytes < most; ) {
        before = bytes
        await Promise.race([close, sleep(drainMs, undefined, { ref: false })])
        await Promise.all(taking)
      }
    },
  }
}
