import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on this machine to which the browser of a person is sent back once. */
interface Callback extends AsyncDisposable {
  url: string
  /** The parameters that the browser brings, of the request with the right `state`. */
  parameters: Promise<URLSearchParams>
}

/** Listens on a free port of the loopback address. */
export async function openCallback(state: string): Promise<Callback> {
  let found: (parameters: URLSearchParams) => void = () => {}
  const parameters = new Promise<URLSearchParams>((resolve) => {
    found = resolve
  })
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const isIt = request.method === 'GET' && pathname === '/callback' && searchParams.get('state') === state
    answer(response, isIt)
    if (isIt) found(searchParams)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/callback`,
    parameters,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
        setTimeout(() => server.closeAllConnections(), 500).unref()
      })
    },
  }
}

function answer(response: ServerResponse, isIt: boolean): void {
  response.writeHead(isIt ? 200 : 404, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    connection: 'close',
  })
  response.end(isIt ? 'You can close this page and return to the terminal.\n' : 'Not found.\n')
}
