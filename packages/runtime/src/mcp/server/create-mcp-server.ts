import { McpServer } from '@modelcontextprotocol/server'
import type { Runtime } from '../../runtime.ts'
import { answerCall } from './answer-call.ts'
import { serveSkillPrompts } from './skill-prompts.ts'
import type { SkillResources } from './skill-resources.ts'

export interface McpServerOptions {
  /** Skills to serve as resources, from `openSkillResources`; none by default. */
  skills?: SkillResources
  /** Name of the server for clients; `cli-apps` by default. */
  name?: string
  version?: string
  /** Sentences added to the instructions for models. */
  instructions?: string | undefined
}

const ownInstructions =
  'Runs command-line apps that are installed in one workspace. Call tools with arguments, never a shell; read the skill ' +
  'of an app (resource skill://cli-app-<name>/SKILL.md) before its first use.'

/**
 * Creates a server of the Model Context Protocol for one connection. Each listing and call sees the current tools of the
 * runtime, and clients are notified of changes. A call that requires confirmation asks the person through the client
 * (elicitation) when the client supports it; otherwise it is refused. Connect it to a transport; closing it does not close the runtime.
 */
export function createMcpServer(runtime: Runtime, options: McpServerOptions = {}): McpServer {
  const { skills, name = 'cli-apps', version = '0.1.0', instructions } = options
  const mcp = new McpServer(
    { name, version },
    {
      capabilities: {
        tools: { listChanged: true },
        resources: { listChanged: true },
        prompts: { listChanged: true },
      },
      instructions: [ownInstructions, instructions].filter(Boolean).join(' '),
    },
  )
  skills?.attach(mcp)
  const prompts = serveSkillPrompts(mcp, runtime)
  const { server } = mcp
  server.setRequestHandler('tools/list', async () => ({ tools: await runtime.tools.schemas('mcp') }))
  server.setRequestHandler('tools/call', (request, context) =>
    answerCall(runtime, request.params, { server, request: context.mcpReq }),
  )
  // Many tools may arrive at once, and clients list all tools again on each notification.
  let waiting: NodeJS.Immediate | undefined
  const stop = runtime.on('tools-changed', () => {
    waiting ??= setImmediate(() => {
      waiting = undefined
      if (mcp.isConnected()) mcp.sendToolListChanged()
    })
  })
  server.onclose = () => {
    stop()
    prompts.close()
    clearImmediate(waiting)
  }
  return mcp
}
