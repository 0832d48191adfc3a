import { Hono } from 'hono'
import * as z from 'zod'
import type { Deps } from '../deps.ts'
import type { Env } from '../http/env.ts'
import { operation } from '../http/operation.ts'
import { requireTrustedOrigin } from '../http/trusted-origin.ts'

const Message = z.looseObject({ jsonrpc: z.literal('2.0') })

const mcp = operation({
  id: 'callMcp',
  summary: 'Speak MCP: search_apps, get_app and resolve_app as tools',
  description:
    'Streamable HTTP of the Model Context Protocol, without sessions: each POST is one JSON-RPC message, and the response is JSON. Accept must name application/json and text/event-stream.',
  tag: 'agents',
  body: Message,
  answers: {
    200: { description: 'The JSON-RPC response', schema: Message },
    202: { description: 'The notification was accepted' },
  },
  errors: { type: 'application/json', schema: Message },
})

/** `/mcp`, one message at a time. The SDK is loaded on the first request to keep startup fast. */
export const mcpRoutes = (deps: Deps): Hono<Env> =>
  new Hono<Env>().post('/mcp', mcp, requireTrustedOrigin(deps), async (c) => {
    const { answerMcp } = await import('../mcp/answer-mcp.ts')
    return answerMcp(deps, c.req.raw, await mcp.body(c))
  })
