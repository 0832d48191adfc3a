import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import packageFile from '../../package.json' with { type: 'json' }
import type { ToolDeps } from './tool.ts'
import { registryTools } from './tools.ts'

/**
 * Answers one Streamable HTTP request with that message as its body, in the revision of the protocol that the client
 * speaks. No session is kept, so any replica may answer the next.
 */
export async function answerMcp(deps: ToolDeps, request: Request, message: unknown): Promise<Response> {
  if (await isLegacyRequest(request, message)) return answerLegacy(deps, request, message)
  // The tools never change while a process runs: there is nothing to subscribe to, so no stream is kept open.
  const handler = createMcpHandler(() => createServer(deps), {
    legacy: 'reject',
    maxSubscriptions: 0,
  })
  return handler.fetch(request, { parsedBody: message })
}

/** Clients of the revisions before 2026-07-28. */
async function answerLegacy(deps: ToolDeps, request: Request, message: unknown): Promise<Response> {
  const server = createServer(deps)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody: message })
  } finally {
    await server.close()
  }
}

function createServer(deps: ToolDeps): Server {
  const server = new Server(
    { name: 'cli-apps-registry', title: 'cli-apps registry', version: packageFile.version },
    {
      capabilities: { tools: {} },
      instructions:
        'A catalog of command-line apps. search_apps finds one for a task, get_app returns its details, resolve_app selects how to install it on a host.',
    },
  )
  server.setRequestHandler('tools/list', () => ({ tools: registryTools.map(({ listed }) => listed) }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const called = registryTools.find(({ listed }) => listed.name === params.name)
    if (called === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The tool is unknown')
    return called.call(deps, params.arguments ?? {})
  })
  return server
}
