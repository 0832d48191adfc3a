import { spawn } from 'node:child_process'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { loopbackServer } from './file-server.ts'

/** Serves the bare repositories of a folder by git's own program for the web (CGI), and notes what was asked for. */
export async function gitServer(folder: string): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  const url = await loopbackServer((request, response) => {
    asked.push(request.url ?? '')
    answer(folder, request, response)
  })
  return { url, asked }
}

function answer(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
  const cgi = spawn('git', ['http-backend'], {
    env: {
      ...process.env,
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      // The folder may belong to another user than the one who runs git.
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: '*',
      REQUEST_METHOD: request.method ?? 'GET',
      PATH_INFO: pathname,
      QUERY_STRING: searchParams.toString(),
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  request.pipe(cgi.stdin)
  cgi.stdin.on('error', () => {})
  const chunks: Buffer[] = []
  cgi.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  cgi.on('close', () => {
    const all = Buffer.concat(chunks)
    const end = all.indexOf('\r\n\r\n')
    const lines = all.subarray(0, Math.max(end, 0)).toString().split('\r\n')
    const headers = lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string])
    const status = Number(headers.find(([name]) => name === 'Status')?.[1].slice(0, 3) ?? 200)
    response.writeHead(status, Object.fromEntries(headers.filter(([name]) => name !== 'Status')))
    response.end(all.subarray(end + 4))
  })
}
