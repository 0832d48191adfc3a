import { randomUUID } from 'node:crypto'
import { type McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'

/** Sessions of clients with protocol revisions before 2026-07-28, each with its own server. */
interface HttpSessions {
  answer(request: Request): Promise<Response>
  close(): Promise<void>
}

interface Settings {
  maxRequestBodySize: number
  onError: (error: unknown) => void
}

interface Session {
  mcp: McpServer
  transport: WebStandardStreamableHTTPServerTransport
}

/** Clients that disconnect silently leave their session behind; the least recently used one is closed first. */
const mostSessions = 64

export function openHttpSessions(
  create: () => McpServer,
  { maxRequestBodySize, onError }: Settings,
): HttpSessions {
  const sessions = new Map<string, Session>()

  async function open(): Promise<WebStandardStreamableHTTPServerTransport> {
    const mcp = create()
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize,
      onsessioninitialized: (id) => {
        sessions.set(id, { mcp, transport })
        const [oldest] = sessions
        if (sessions.size > mostSessions && oldest !== undefined) end(...oldest).catch(onError)
      },
      onsessionclosed: (id) => void sessions.delete(id),
    })
    await mcp.connect(transport)
    return transport
  }

  async function end(id: string, { mcp }: Session): Promise<void> {
    sessions.delete(id)
    await mcp.close()
  }

  return {
    async answer(request) {
      const id = request.headers.get('mcp-session-id')
      const session = id === null ? undefined : sessions.get(id)
      if (id !== null && session !== undefined) {
        sessions.delete(id)
        sessions.set(id, session)
        return session.transport.handleRequest(request)
      }
      if (id !== null) return gone()
      const transport = await open()
      const response = await transport.handleRequest(request)
      // Without a session there is nothing to keep.
      if (transport.sessionId === undefined) await transport.close()
      return response
    },
    async close() {
      await Promise.all([...sessions].map(([id, session]) => end(id, session)))
    },
  }
}

const gone = (): Response =>
  Response.json(
    { jsonrpc: '2.0', id: null, error: { code: -32001, message: 'The session does not exist any more.' } },
    { status: 404 },
  )
