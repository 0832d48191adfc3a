import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { anthropicApi } from './anthropic-api.ts'
import { geminiApi } from './gemini-api.ts'
import { openaiChatApi } from './openai-chat-api.ts'
import { openaiResponsesApi } from './openai-responses-api.ts'
import type { ScriptedAnswer, Turn } from './script.ts'

const apis = [anthropicApi, openaiChatApi, openaiResponsesApi, geminiApi]

interface ScriptedModel {
  /** Its address, without a slash at the end. */
  url: string
  /** The turns that it played, oldest first. */
  turns: Turn[]
}

/** A server on loopback that speaks the APIs of Anthropic, OpenAI and Gemini and answers by a script. */
export async function startScriptedModel(script: (turn: Turn) => ScriptedAnswer): Promise<ScriptedModel> {
  const turns: Turn[] = []
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    const api = apis.find(({ path }) => path.test(pathname))
    if (api === undefined || request.method !== 'POST') {
      response
        .writeHead(404, { 'content-type': 'application/json' })
        .end('{"error":{"message":"not scripted"}}')
      return
    }
    try {
      const body: unknown = JSON.parse((await buffer(request)).toString())
      const turn = api.turnOf(body)
      turns.push(turn)
      const text = api.answer(script(turn), body, { path: pathname })
      const type = /^(event|data): /.test(text) ? 'text/event-stream' : 'application/json'
      response.writeHead(200, { 'content-type': type }).end(text)
    } catch (error) {
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: String(error) } }))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, turns }
}
