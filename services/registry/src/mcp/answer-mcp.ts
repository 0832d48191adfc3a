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
 * Handles one Streamable HTTP request with this message as its body, in the client's protocol revision. Stateless, so
 * any replica may handle the next one.
 */
export async function answerMcp(deps: ToolDeps, request: Request, message: unknown): Promise<Response> {
  if (await isLegacyRequest(request, message)) return answerLegacy(deps, request, message)
  // The tools never change in a running process, so there are no notifications and no open stream.
  const handler = createMcpHandler(() => createServer(deps), {
    legacy: 'reject',
    maxSubscriptions: 0,
  })
  return handler.fetch(request, { parsedBody: message })
}

/** Handles clients of the revisions before 2026-07-28. */
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
