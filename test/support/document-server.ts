import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** A static registry on loopback that can go away while the test goes on. */
export interface DocumentServer {
  url: string
  /** Connections so far. */
  connections: () => number
  requests: () => number
  /** Method and path of each request. */
  asked: readonly string[]
  /** Takes connections, and says nothing any more. */
  silence(): void
  /** Takes no connections any more. */
  close(): Promise<void>
}

/** Serves the documents of a folder, without ETags, as the plainest web server would. */
export async function documentServer(folder: string): Promise<DocumentServer> {
  let connections = 0
  const asked: string[] = []
  let state: 'open' | 'silent' = 'open'
  const server = createServer(async (request, response) => {
    asked.push(`${request.method} ${request.url}`)
    if (state === 'silent') return
    const file = path.join(folder, ...decodeURIComponent(request.url ?? '').split('/'))
    const text = await readFile(file, 'utf8').catch(() => undefined)
    return response
      .writeHead(text === undefined ? 404 : 200, { 'content-type': 'application/json' })
      .end(text)
  })
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  onTestFinished(() => close().catch(() => {}))
  return {
    url: `http://127.0.0.1:${port}`,
    connections: () => connections,
    requests: () => asked.length,
    asked,
    silence: () => {
      state = 'silent'
    },
    close,
  }
}
