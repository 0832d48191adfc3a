import * as z from 'zod'
import { events, type ModelApi } from './model-api.ts'
import type { ScriptedAnswer, Turn } from './script.ts'

const Block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  content: z.union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))]).optional(),
})
const Request = z.looseObject({
  stream: z.boolean().optional(),
  tools: z.array(z.looseObject({ name: z.string() })).default([]),
  messages: z.array(z.object({ role: z.string(), content: z.union([z.string(), z.array(Block)]) })),
})

function turnOf({ tools, messages }: z.infer<typeof Request>): Turn {
  const blocks = messages.flatMap(({ content }) =>
    typeof content === 'string' ? [{ type: 'text', text: content }] : content,
  )
  return {
    tools: tools.map(({ name }) => name),
    results: blocks.flatMap((block) =>
      block.type !== 'tool_result'
        ? []
        : typeof block.content === 'string'
          ? block.content
          : (block.content ?? []).map(({ text = '' }) => text).join(''),
    ),
    said: blocks.map(({ text = '' }) => text).join('\n'),
  }
}

/** The Messages API of Anthropic: https://docs.anthropic.com/en/api/messages-streaming */
export const anthropicApi: ModelApi = {
  path: /^\/v1\/messages$/,
  turnOf: (body) => turnOf(Request.parse(body)),
  answer(answer, body) {
    const message = messageOf(answer)
    return Request.parse(body).stream === true ? events(streamOf(message)) : JSON.stringify(message)
  },
}

function messageOf(answer: ScriptedAnswer) {
  const block =
    'say' in answer
      ? { type: 'text' as const, text: answer.say }
      : { type: 'tool_use' as const, id: 'toolu_1', name: answer.call.tool, input: answer.call.input }
  return {
    ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'scripted', content: [block] },
    ...{ stop_reason: block.type === 'text' ? 'end_turn' : 'tool_use', stop_sequence: null },
    usage: { input_tokens: 1, output_tokens: 1 },
  }
}

function streamOf(message: ReturnType<typeof messageOf>): ({ type: string } & Record<string, unknown>)[] {
  const [block] = message.content
  if (block === undefined) return []
  const isText = block.type === 'text'
  return [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    {
      ...{ type: 'content_block_start', index: 0 },
      content_block: isText ? { ...block, text: '' } : { ...block, input: {} },
    },
    {
      ...{ type: 'content_block_delta', index: 0 },
      delta: isText
        ? { type: 'text_delta', text: block.text }
        : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
    },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: message.stop_reason }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ]
}
