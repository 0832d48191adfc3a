import * as z from 'zod'
import { data, type ModelApi } from './model-api.ts'

const Content = z
  .union([z.string(), z.array(z.looseObject({ text: z.string().optional() })), z.null()])
  .optional()
const Request = z.looseObject({
  stream: z.boolean().optional(),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).default([]),
  messages: z.array(z.looseObject({ role: z.string(), content: Content })),
})

const textOf = (content: z.infer<typeof Content>): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('')

/** Chat Completions of OpenAI: https://platform.openai.com/docs/api-reference/chat-streaming */
export const openaiChatApi: ModelApi = {
  path: /\/chat\/completions$/,
  turnOf(body) {
    const { tools, messages } = Request.parse(body)
    return {
      tools: tools.map((tool) => tool.function.name),
      results: messages.flatMap(({ role, content }) => (role === 'tool' ? textOf(content) : [])),
      said: messages.map(({ content }) => textOf(content)).join('\n'),
    }
  },
  answer(answer, body) {
    const message =
      'say' in answer
        ? { role: 'assistant', content: answer.say }
        : {
            ...{ role: 'assistant', content: null },
            tool_calls: [
              {
                ...{ index: 0, id: 'call_1', type: 'function' },
                function: { name: answer.call.tool, arguments: JSON.stringify(answer.call.input) },
              },
            ],
          }
    const finish = 'say' in answer ? 'stop' : 'tool_calls'
    const head = { id: 'chatcmpl-1', created: 0, model: 'scripted' }
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
    if (Request.parse(body).stream !== true)
      return JSON.stringify({
        ...{ ...head, object: 'chat.completion', usage },
        choices: [{ index: 0, message, finish_reason: finish }],
      })
    const chunk = { ...head, object: 'chat.completion.chunk' }
    return [
      data({ ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] }),
      data({ ...chunk, choices: [{ index: 0, delta: {}, finish_reason: finish }], usage }),
      'data: [DONE]\n\n',
    ].join('')
  },
}
