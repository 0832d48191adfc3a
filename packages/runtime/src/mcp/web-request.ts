import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A request of Node's server in the form of the web. Its signal is aborted when the client goes before the answer ends. */
export function toRequest(incoming: IncomingMessage, outgoing: ServerResponse): Request {
  const gone = new AbortController()
  outgoing.once('close', () => gone.abort())
  const headers = new Headers()
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value)
  }
  const { method = 'GET' } = incoming
  const hasBody = method !== 'GET' && method !== 'HEAD'
  // The path alone is taken from the request: what it says of a host is in the header.
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

/** Sends an answer, no faster than the client takes it. A client that goes in the middle is no failure. */
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
