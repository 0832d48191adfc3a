import type { ExecuteOptions } from '../call-runner.ts'
import type { Runtime } from '../runtime.ts'
import { splitImages } from '../tools/result-images.ts'
import type { ToolSchemas } from '../tools/schemas/tool-schemas.ts'

/** One entry of `message.tool_calls` in a chat completion. */
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

/** Returns `tools` for a chat completion, with current descriptions. */
export const openaiTools = ({ tools }: Pick<Runtime, 'tools'>): Promise<ToolSchemas['openai'][]> =>
  tools.schemas('openai')

/**
 * Runs the tool calls of a message in parallel, within the runtime's limit. Returns one message per call, in order,
 * even for failures: the API refuses a conversation in which one is missing.
 */
export async function executeToolCalls(
  { tools }: Pick<Runtime, 'tools'>,
  calls: readonly ChatToolCall[] | null | undefined,
  options: ExecuteOptions = {},
): Promise<ChatToolMessage[]> {
  const asked = calls ?? []
  const results = await tools.executeAll(
    // A call that is not a function call matches no tool, and is answered as such.
    asked.map((call) => ({ name: call.function?.name ?? '', arguments: call.function?.arguments })),
    options,
  )
  return results.map((result, index) => ({
    role: 'tool',
    tool_call_id: asked[index]?.id ?? '',
    content: JSON.stringify(splitImages(result).result),
  }))
}
