import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Converts a Node request to a web request. Its signal is aborted when the client disconnects early. */
export function toRequest(incoming: IncomingMessage, outgoing: ServerResponse): Request {
  const gone = new AbortController()
  outgoing.once('close', () => gone.abort())
  const headers = new Headers()
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value)
  }
  const { method = 'GET' } = incoming
  const hasBody = method !== 'GET' && method !== 'HEAD'
  // Only the path is taken from the request line; the host is in the header.
  const url = new URL('http://localhost')
  const [path = '/', query = ''] = (incoming.url ?? '/').split('?', 2)
  url.pathname = path
  url.search = query
  return new Request(url, {
    method,
    headers,
    signal: gone.signal,
    ...(hasBody && { body: Readable.toWeb(incoming), duplex: 'half' }),
  })
}

/** Sends a response no faster than the client reads. An early disconnect is not an error. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  if (response.body === null) {
    outgoing.end()
    return
  }
  outgoing.flushHeaders()
  await pipeline(Readable.fromWeb(response.body), outgoing).catch((error: unknown) => {
    if (!outgoing.destroyed) throw error
  })
}
