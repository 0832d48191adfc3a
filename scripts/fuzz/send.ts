import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FuzzRequest } from './fuzz-request.ts'

/** The response. */
export interface FuzzAnswer {
  status: number
  headers: Record<string, string>
  body: string
  /** All bytes of the connection, including those after the first response. */
  text: string
  ms: number
}

/** The request as bytes, without corrections, so that an invalid request stays invalid. */
export function bytesOf({ method, target, headers, body, raw }: FuzzRequest): Buffer {
  if (raw !== undefined) return Buffer.from(raw, 'latin1')
  const isFramed = headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name))
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'Host: registry.test',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined || isFramed ? [] : [`Content-Length: ${body.length}`]),
    'Connection: close',
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body ?? Buffer.alloc(0)])
}

/**
 * Sends bytes on a new connection; `undefined` if it closes without a response. With `mayWait`, gives up after a
 * moment, since the server may be waiting for the rest of the request.
 */
export function send(
  url: string,
  bytes: Buffer,
  { limitMs, mayWait }: { limitMs: number; mayWait: boolean },
): Promise<FuzzAnswer | 'no answer' | 'hang'> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const began = performance.now()
    const chunks: Buffer[] = []
    const socket = connect({ host: hostname, port: Number(port) })
    const end = (): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve(parseAnswer(Buffer.concat(chunks), performance.now() - began) ?? 'no answer')
    }
    const give = (): void => {
      if (!mayWait) resolve('hang')
      end()
    }
    // Limits the whole response, so that a trickling one counts as hanging.
    const timer = setTimeout(give, mayWait ? 300 : limitMs)
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', () => {})
    socket.on('close', end)
    socket.write(bytes)
  })
}

function parseAnswer(bytes: Buffer, ms: number): FuzzAnswer | undefined {
  const text = bytes.toString('latin1')
  const head = /^HTTP\/1\.1 (\d{3})[^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/.exec(text)
  if (head === null) return undefined
  if (head[1] === '100') return parseAnswer(bytes.subarray(head[0].length), ms)
  const headers = Object.fromEntries(
    (head[2] ?? '')
      .split('\r\n')
      .filter((line) => line !== '')
      .map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
  )
  const rest = bytes.subarray(head[0].length)
  const framed =
    headers['transfer-encoding'] === 'chunked' ? unchunked(rest) : framedBy(rest, headers['content-length'])
  return { status: Number(head[1]), headers, body: decoded(framed, headers['content-encoding']), text, ms }
}

const framedBy = (bytes: Buffer, length: string | undefined): Buffer =>
  length === undefined ? bytes : bytes.subarray(0, Number(length))

function unchunked(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    const size = lineEnd === -1 ? 0 : Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    if (!(size > 0)) return Buffer.concat(parts)
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
}

function decoded(bytes: Buffer, encoding: string | undefined): string {
  if (bytes.length === 0) return ''
  if (encoding === 'gzip') return gunzipSync(bytes).toString('utf8')
  if (encoding === 'br') return brotliDecompressSync(bytes).toString('utf8')
  return bytes.toString('utf8')
}
