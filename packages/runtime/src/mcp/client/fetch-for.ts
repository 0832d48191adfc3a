import { ForbiddenError, type McpProgram, type McpServerConfig } from '@cli-apps/core'
import { isLoopback, requireSafeUrl } from '@cli-apps/core/node'
import { type Environment, fillVariables } from './fill-variables.ts'

type McpAddress = Exclude<McpServerConfig, McpProgram>

/** The address of a server with values filled in. Throws `ForbiddenError` `mcp.unsafe-url`, which shows no value. */
export function serverUrl({ name, url }: McpAddress, values: Environment): URL {
  const text = fillVariables(url, values)
  try {
    requireSafeUrl(text)
    return new URL(text)
  } catch (cause) {
    throw new ForbiddenError(
      'mcp.unsafe-url',
      `The URL of ${name} is neither https nor http on this machine.`,
      { hint: 'Use an https URL.', cause },
    )
  }
}

const mostBytes = 20_000_000

/**
 * Returns the `fetch` for a server: no redirects, which would forward secret headers, and responses of limited size. The declared
 * headers go to the server's own origin only. What it names elsewhere, such as its authorization server, must be https, and may be
 * on this machine only if the server is.
 */
export function fetchFor(
  server: URL,
  declared: Readonly<Record<string, string>>,
): (url: string | URL, init?: RequestInit) => Promise<Response> {
  return async (url, init) => {
    const to = new URL(url)
    const headers = new Headers(init?.headers)
    if (to.origin !== server.origin) requireReachable(to, server)
    else
      for (const [name, value] of Object.entries(declared)) if (!headers.has(name)) headers.set(name, value)
    return bounded(await fetch(to, { ...init, headers, redirect: 'error' }))
  }
}

function requireReachable(to: URL, server: URL): void {
  const isAllowed = isLoopback(to.hostname) ? isLoopback(server.hostname) : to.protocol === 'https:'
  if (isAllowed) return
  throw new ForbiddenError('mcp.unsafe-url', `${server.host} leads to ${to.origin}, which it may not.`, {
    hint: 'Tell the operator of the server: its authorization server must have an https URL.',
  })
}

function bounded(response: Response): Response {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  if (response.body === null || isStream) return response
  let bytes = 0
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length
      if (bytes > mostBytes) controller.error(new Error('The answer is too long.'))
      else controller.enqueue(chunk)
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(bound), { status, statusText, headers })
}
