import type { Readable } from 'node:stream'
import { askThroughProxy } from './ask-through-proxy.ts'
import { followRedirects } from './follow-redirects.ts'

export interface OpenedDownload {
  status: number
  /** Bytes that the server promises, if it does. */
  length: number | undefined
  /** What the server says that it did to the file for the way, such as `gzip`; the bytes are as they came. */
  encoding: string | undefined
  body: Readable
}

/** Begins to fetch a file, with the checks, proxies and errors of `fetchSafely`; nothing is decoded. */
export async function openDownload(url: string, signal: AbortSignal): Promise<OpenedDownload> {
  const { request } = await import('./undici.ts')
  const { statusCode, headers, body } = await followRedirects(url, undefined, {
    ask: (at) =>
      askThroughProxy(at, signal, (dispatcher) =>
        request(at, { dispatcher, signal, headers: { 'accept-encoding': 'identity' } }),
      ),
    location: ({ statusCode, headers }) =>
      statusCode >= 300 && statusCode < 400 ? textOf(headers.location) : null,
    // A body that is let go of this way leaves the connection usable.
    discard: ({ body }) => body.dump(),
  })
  const length = Number(textOf(headers['content-length']) ?? Number.NaN)
  const encoding = textOf(headers['content-encoding'])?.trim().toLowerCase()
  return {
    status: statusCode,
    length: Number.isSafeInteger(length) ? length : undefined,
    encoding: encoding === 'identity' || encoding === '' ? undefined : encoding,
    body,
  }
}

const textOf = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : header?.[0]
