import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** A server on loopback that lives as long as the test. */
export async function loopbackServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A loopback server that serves these files by path, and notes what was asked for. */
export async function fileServer(
  files: Readonly<Record<string, Uint8Array | string>>,
): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  const url = await loopbackServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '')
    asked.push(path)
    const body = files[path]
    const type = path.endsWith('/') ? 'text/html' : 'application/octet-stream'
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type }).end(body)
  })
  return { url, asked }
}

const typesByExtension: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
}

/** Serves a folder as the simplest file servers do: `index.html` for the root, and nothing else is added or left out. */
export const staticServer = (folder: string): Promise<string> =>
  loopbackServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    const file = pathname === '/' ? '/index.html' : decodeURIComponent(pathname)
    const body = await readFile(path.join(folder, file)).catch(() => undefined)
    const type = typesByExtension[path.extname(file)] ?? 'application/octet-stream'
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type }).end(body)
  })

/** URL of a port on which nobody listens any more. */
export async function closedPort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}
