import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import packageFile from '../../package.json' with { type: 'json' }
import type { ToolDeps } from './tool.ts'
import { registryTools } from './tools.ts'

/** Answers one Streamable HTTP request with that message as its body. No session is kept, so any replica may answer the next. */
export async function answerMcp(deps: ToolDeps, request: Request, message: unknown): Promise<Response> {
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
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: registryTools.map(({ listed }) => listed),
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const called = registryTools.find(({ listed }) => listed.name === params.name)
    if (called === undefined) throw new McpError(ErrorCode.InvalidParams, 'The tool is unknown')
    return called.call(deps, params.arguments ?? {})
  })
  return server
}
