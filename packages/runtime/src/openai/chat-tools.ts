import type { Runtime } from '../runtime.ts'
import { splitImages } from '../tools/result-images.ts'
import type { ExecuteOptions } from '../tools/tool-registry.ts'
import type { ToolSchemas } from '../tools/tool-schemas.ts'

/** One of `message.tool_calls` of a chat completion. */
export interface ChatToolCall {
  id: string
  type?: string | undefined
  function?: { name: string; arguments: string } | undefined
  custom?: unknown
}

/** The answer to one call, to be sent after the message that made it. */
export interface ChatToolMessage {
  role: 'tool'
  tool_call_id: string
  /** JSON of the result. */
  content: string
}

/** `tools` of a chat completion, with the descriptions of this moment. */
export const openaiTools = ({ tools }: Pick<Runtime, 'tools'>): Promise<ToolSchemas['openai'][]> =>
  tools.schemas('openai')

/**
 * Runs the calls of a message at the same time, within the runtime's limit, and gives a message for each of them in their
 * order, also where a call fails: the API refuses a conversation in which one is missing. Nothing to do for no calls.
 */
export async function executeToolCalls(
  { tools }: Pick<Runtime, 'tools'>,
  calls: readonly ChatToolCall[] | null | undefined,
  options: ExecuteOptions = {},
): Promise<ChatToolMessage[]> {
  const asked = calls ?? []
  const results = await tools.executeAll(
    // A call of another kind than a function is of no tool here, and is answered as such.
    asked.map((call) => ({ name: call.function?.name ?? '', arguments: call.function?.arguments })),
    options,
  )
  return results.map((result, index) => ({
    role: 'tool',
    tool_call_id: asked[index]?.id ?? '',
    content: JSON.stringify(splitImages(result).result),
  }))
}
