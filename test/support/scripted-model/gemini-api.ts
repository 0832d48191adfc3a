import * as z from 'zod'
import { data, type ModelApi } from './model-api.ts'

const Part = z.looseObject({
  text: z.string().optional(),
  functionResponse: z.looseObject({ response: z.unknown() }).optional(),
})
const Request = z.looseObject({
  tools: z
    .array(z.looseObject({ functionDeclarations: z.array(z.looseObject({ name: z.string() })).optional() }))
    .default([]),
  contents: z.array(z.looseObject({ parts: z.array(Part).default([]) })),
})

/** `generateContent` of Gemini, whole or streamed: https://ai.google.dev/api/generate-content */
export const geminiApi: ModelApi = {
  path: /:(streamGenerateContent|generateContent)$/,
  turnOf(body) {
    const { tools, contents } = Request.parse(body)
    const parts = contents.flatMap((one) => one.parts)
    return {
      tools: tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name)),
      results: parts.flatMap(({ functionResponse }) =>
        functionResponse === undefined ? [] : textIn(functionResponse.response),
      ),
      said: parts.map(({ text = '' }) => text).join('\n'),
    }
  },
  answer(answer, _, { path }) {
    const part =
      'say' in answer
        ? { text: answer.say }
        : { functionCall: { id: 'call_1', name: answer.call.tool, args: answer.call.input } }
    const whole = {
      candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
      modelVersion: 'scripted',
    }
    return path.includes(':stream') ? data(whole) : JSON.stringify(whole)
  },
}

/** Texts of an answer, in whatever shape the agent passes it on. */
function textIn(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || typeof value !== 'object') return ''
  return Object.values(value).map(textIn).join('')
}
