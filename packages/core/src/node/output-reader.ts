import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

type StreamName = 'stdout' | 'stderr'

/** Takes a chunk; where it gives a promise, the stream waits for it. */
type TakeChunk = (stream: StreamName, chunk: Uint8Array) => void | Promise<void>

/** Reads the output of a program, no faster than it is taken. */
interface OutputReader {
  read(name: StreamName, stream: Readable | null | undefined): void
  /**
   * Waits for what a program that is gone has left in its pipes: until they are closed (`closed`), nothing came for
   * 200 ms, or more came than pipes hold, since processes that it left behind may write for ever.
   */
  drain(closed: Promise<unknown>): Promise<void>
  /** Resolves when everything that was read is taken. */
  settled(): Promise<void>
}

const drainMs = 200
/** Above what pipes and buffers of both streams hold together. */
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
