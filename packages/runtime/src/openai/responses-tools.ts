import type { Runtime } from '../runtime.ts'
import { splitImages } from '../tools/result-images.ts'
import type { ToolResult } from '../tools/tool.ts'
import type { ExecuteOptions } from '../tools/tool-registry.ts'
import type { ToolSchemas } from '../tools/tool-schemas.ts'

/** One item of `response.output`; only `function_call` items are looked at. */
export interface ResponseItem {
  type: string
  call_id?: string | null | undefined
  name?: string | null | undefined
  arguments?: unknown
}

/** The answer to one call, to be sent as input of the next request. */
export interface FunctionCallOutput {
  type: 'function_call_output'
  call_id: string
  /** JSON of the result, with its images after it where there are any. */
  output:
    | string
    | ({ type: 'input_text'; text: string } | { type: 'input_image'; image_url: string; detail: 'auto' })[]
}

/** `tools` of a response, with the descriptions of this moment. */
export const openaiResponsesTools = ({
  tools,
}: Pick<Runtime, 'tools'>): Promise<ToolSchemas['openai-responses'][]> => tools.schemas('openai-responses')

/**
 * Runs the function calls among the items of a response at the same time, within the runtime's limit, and gives an output
 * for each of them in their order, also where a call fails.
 */
export async function executeFunctionCalls(
  { tools }: Pick<Runtime, 'tools'>,
  items: readonly ResponseItem[],
  options: ExecuteOptions = {},
): Promise<FunctionCallOutput[]> {
  const calls = items.filter(({ type }) => type === 'function_call')
  const results = await tools.executeAll(
    calls.map((call) => ({ name: call.name ?? '', arguments: call.arguments })),
    options,
  )
  return results.map((result, index) => ({
    type: 'function_call_output',
    call_id: calls[index]?.call_id ?? '',
    output: outputOf(result),
  }))
}

function outputOf(given: ToolResult): FunctionCallOutput['output'] {
  const { result, images } = splitImages(given)
  const text = JSON.stringify(result)
  if (images.length === 0) return text
  return [
    { type: 'input_text', text },
    ...images.map(({ data, mimeType }) => ({
      type: 'input_image' as const,
      image_url: `data:${mimeType};base64,${data}`,
      detail: 'auto' as const,
    })),
  ]
}
