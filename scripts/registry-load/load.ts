import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'

export interface LoadOptions {
  port: number
  seconds: number
  connections: number
  /** The path of the next request. */
  next: () => string
}

export interface LoadResult {
  /** Milliseconds of every request, in order. */
  times: number[]
  bytes: number
}

/** So many kept-alive connections with one request each at a time. Throws for any answer but 200. */
export async function load({ port, seconds, connections, next }: LoadOptions): Promise<LoadResult> {
  const result: LoadResult = { times: [], bytes: 0 }
  const deadline = performance.now() + seconds * 1000
  await Promise.all(Array.from({ length: connections }, () => ask(port, { next, deadline, result })))
  result.times.sort((a, b) => a - b)
  return result
}

interface Round {
  next: () => string
  deadline: number
  result: LoadResult
}

/** Reads no more of an answer than status and length: the client's own cost stays below the server's. */
function ask(port: number, { next, deadline, result }: Round): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true)
    let received: Buffer | undefined
    let missing = 0
    let started = 0
    const send = (): void => {
      started = performance.now()
      socket.write(`GET ${next()} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n\r\n`)
    }
    socket.on('error', reject)
    socket.on('close', () => resolve())
    socket.on('data', (chunk: Buffer) => {
      if (missing === 0) {
        received = received === undefined ? chunk : Buffer.concat([received, chunk])
        const end = received.indexOf('\r\n\r\n')
        if (end === -1) return
        const head = received.toString('latin1', 0, end)
        const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
        if (!head.startsWith('HTTP/1.1 200') || length === undefined) return reject(new Error(head))
        result.bytes += Number(length)
        missing = end + 4 + Number(length) - received.length
        received = undefined
      } else missing -= chunk.length
      if (missing > 0) return
      const now = performance.now()
      result.times.push(now - started)
      if (now >= deadline) return socket.destroy()
      send()
    })
    send()
  })
}

export function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
