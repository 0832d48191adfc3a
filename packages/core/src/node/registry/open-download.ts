import type { Readable } from 'node:stream'
import { askThroughProxy } from './ask-through-proxy.ts'
import { followRedirects } from './follow-redirects.ts'

export interface OpenedDownload {
  status: number
  /** The size that the server announced, if any. */
  length: number | undefined
  /** The content encoding that the server declared, such as `gzip`; the bytes are not decoded. */
  encoding: string | undefined
  body: Readable
}

/** Starts a download with the checks, proxies and errors of `fetchSafely`; decodes nothing. */
export async function openDownload(url: string, signal: AbortSignal): Promise<OpenedDownload> {
  const { request } = await import('./undici.ts')
  const { statusCode, headers, body } = await followRedirects(url, undefined, {
    ask: (at) =>
      askThroughProxy(at, signal, (dispatcher) =>
        request(at, {
          ...(dispatcher && { dispatcher }),
          signal,
          headers: { 'accept-encoding': 'identity' },
        }),
      ),
    location: ({ statusCode, headers }) =>
      statusCode >= 300 && statusCode < 400 ? textOf(headers.location) : null,
    // Draining the body keeps the connection usable.
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
