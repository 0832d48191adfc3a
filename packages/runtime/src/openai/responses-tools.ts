import type { ExecuteOptions } from '../call-runner.ts'
import type { Runtime } from '../runtime.ts'
import { splitImages } from '../tools/result-images.ts'
import type { ToolSchemas } from '../tools/schemas/tool-schemas.ts'
import type { ToolResult } from '../tools/tool.ts'

/** One item of `response.output`; only `function_call` items matter. */
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
  /** JSON of the result, followed by its images, if any. */
  output:
    | string
    | ({ type: 'input_text'; text: string } | { type: 'input_image'; image_url: string; detail: 'auto' })[]
}

/** Returns `tools` for a response request, with current descriptions. */
export const openaiResponsesTools = ({
  tools,
}: Pick<Runtime, 'tools'>): Promise<ToolSchemas['openai-responses'][]> => tools.schemas('openai-responses')

/**
 * Runs the function calls of a response in parallel, within the runtime's limit. Returns one output per call, in order,
 * even for failures.
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
