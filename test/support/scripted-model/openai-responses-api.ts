import * as z from 'zod'
import { events, type ModelApi } from './model-api.ts'

const Tool = z.looseObject({
  type: z.string(),
  name: z.string().optional(),
  // Codex puts the tools of a server into a namespace.
  tools: z.array(z.looseObject({ name: z.string().optional() })).optional(),
})
const Item = z.looseObject({
  type: z.string().optional(),
  content: z.union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))]).nullish(),
  output: z.union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))]).optional(),
})
const Request = z.looseObject({
  stream: z.boolean().optional(),
  tools: z.array(Tool).default([]),
  input: z.union([z.string(), z.array(Item)]),
})

const textOf = (content: z.infer<typeof Item>['content']): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('')

/** The Responses API of OpenAI: https://platform.openai.com/docs/api-reference/responses-streaming */
export const openaiResponsesApi: ModelApi = {
  path: /\/responses$/,
  turnOf(body) {
    const { tools, input } = Request.parse(body)
    const items = typeof input === 'string' ? [{ content: input }] : input
    return {
      tools: tools.flatMap(({ name = '', tools: inner }) =>
        inner === undefined ? name : inner.map((one) => `${name}/${one.name ?? ''}`),
      ),
      results: items.flatMap((item) =>
        'type' in item && item.type === 'function_call_output' ? textOf(item.output) : [],
      ),
      said: items.map(({ content }) => textOf(content)).join('\n'),
    }
  },
  answer(answer, body) {
    const item =
      'say' in answer
        ? {
            ...{ type: 'message', role: 'assistant', id: 'msg_1', status: 'completed' },
            content: [{ type: 'output_text', text: answer.say, annotations: [] }],
          }
        : {
            ...{ type: 'function_call', id: 'fc_1', call_id: 'call_1', status: 'completed' },
            ...namesOf(answer.call.tool),
            arguments: JSON.stringify(answer.call.input),
          }
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 }
    const response = { id: 'resp_1', object: 'response', status: 'completed', output: [item], usage }
    if (Request.parse(body).stream !== true) return JSON.stringify(response)
    return events([
      { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response },
    ])
  },
}

function namesOf(tool: string): { name: string; namespace?: string } {
  const at = tool.indexOf('/')
  return at < 0 ? { name: tool } : { namespace: tool.slice(0, at), name: tool.slice(at + 1) }
}
