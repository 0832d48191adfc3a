import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import * as z from 'zod'

/** What of a request for a chat completion scripts look at. */
const ChatRequest = z.object({
  model: z.string(),
  messages: z.array(
    z.looseObject({
      role: z.enum(['system', 'user', 'assistant', 'tool']),
      content: z.string().nullish(),
      tool_call_id: z.string().optional(),
    }),
  ),
  tools: z.array(z.object({ type: z.literal('function'), function: z.looseObject({ name: z.string() }) })),
})
export type ChatRequest = z.infer<typeof ChatRequest>

/** What the model does next: calls tools, or says its last word. */
export type Reply = { calls: readonly { name: string; arguments: unknown }[] } | { say: string }

/** One request, which it may check, and what is answered to it. */
export type Step = (request: ChatRequest) => Reply

export interface ScriptedModel {
  /** Base URL of an OpenAI-compatible API. */
  url: string
  /** The key that clients have to show. */
  key: string
  /** What steps threw, and what came besides the script. Empty where all went as written. */
  failures: unknown[]
  /** Steps that were not asked for. */
  left: () => number
}

/** A model on loopback that follows a script, one step a request, as long as the test lives. No streaming. */
export async function scriptedModel(script: readonly Step[]): Promise<ScriptedModel> {
  const steps = [...script]
  const failures: unknown[] = []
  const key = 'key-of-the-script'
  let calls = 0
  const messageOf = (reply: Reply): object => {
    if ('say' in reply) return { role: 'assistant', content: reply.say }
    const tool_calls = reply.calls.map((call) => {
      calls += 1
      const fn = { name: call.name, arguments: JSON.stringify(call.arguments) }
      return { id: `call_${calls}`, type: 'function', function: fn }
    })
    return { role: 'assistant', content: null, tool_calls }
  }
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    try {
      const isChat = request.method === 'POST' && request.url === '/v1/chat/completions'
      if (!isChat || request.headers.authorization !== `Bearer ${key}`)
        throw new Error(`${request.method} ${request.url} is not what a client of chat completions asks`)
      const asked = ChatRequest.parse(JSON.parse(await text(request)))
      const step = steps.shift()
      if (step === undefined) throw new Error('the script has ended')
      const message = messageOf(step(asked))
      const finish_reason = 'tool_calls' in message ? 'tool_calls' : 'stop'
      const choices = [{ index: 0, message, finish_reason }]
      answer(200, { id: 'x', object: 'chat.completion', created: 0, model: asked.model, choices })
    } catch (error) {
      failures.push(error)
      answer(500, { error: { message: String(error) } })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/v1`, key, failures, left: () => steps.length }
}
