import type { Runtime } from '../runtime.ts'
import { type ResultImage, splitImages } from '../tools/result-images.ts'
import type { ToolResult } from '../tools/tool.ts'
import type { ExecuteOptions } from '../tools/tool-registry.ts'

/** One of `tools` of a message. */
export interface AnthropicTool {
  name: string
  description: string
  input_schema: { type: 'object'; [keyword: string]: unknown }
}

/** One block of `message.content`; only `tool_use` blocks are looked at. */
export interface ContentBlock {
  type: string
  id?: string | undefined
  name?: string | null | undefined
  input?: unknown
}

const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const

interface ImageBlock {
  type: 'image'
  source: { type: 'base64'; media_type: (typeof imageTypes)[number]; data: string }
}

/** The answer to one use, to be sent at the start of the next user message. */
export interface ToolResultBlock {
  type: 'tool_result'
  tool_use_id: string
  /** JSON of the result, with its images after it where there are any. */
  content: string | ({ type: 'text'; text: string } | ImageBlock)[]
  /** Nothing was done, or it failed before the app ran. An app's own non-zero exit is a result. */
  is_error?: true
}

/** `tools` of a message, with the descriptions of this moment. */
export const anthropicTools = async ({ tools }: Pick<Runtime, 'tools'>): Promise<AnthropicTool[]> =>
  (await tools.schemas('anthropic')).map(({ input_schema, ...tool }) => ({
    ...tool,
    input_schema: { ...input_schema, type: 'object' },
  }))

/**
 * Runs the tool uses among the blocks of a message at the same time, within the runtime's limit, and gives a result block
 * for each of them in their order, also where one fails: the API refuses a conversation in which one is missing.
 */
export async function executeToolUses(
  { tools }: Pick<Runtime, 'tools'>,
  content: readonly ContentBlock[],
  options: ExecuteOptions = {},
): Promise<ToolResultBlock[]> {
  const uses = content.filter(({ type }) => type === 'tool_use')
  const results = await tools.executeAll(
    uses.map((use) => ({ name: use.name ?? '', arguments: use.input })),
    options,
  )
  return results.map((result, index) => ({
    type: 'tool_result',
    tool_use_id: uses[index]?.id ?? '',
    content: contentOf(result),
    ...(!result.ok && { is_error: true }),
  }))
}

function contentOf(given: ToolResult): ToolResultBlock['content'] {
  const { result, images } = splitImages(given)
  const text = JSON.stringify(result)
  const blocks = images.flatMap(imageBlock)
  return blocks.length === 0 ? text : [{ type: 'text', text }, ...blocks]
}

/** Of other kinds, which the API refuses, the text alone tells. */
function imageBlock({ data, mimeType }: ResultImage): ImageBlock[] {
  const media_type = imageTypes.find((type) => type === mimeType)
  return media_type === undefined ? [] : [{ type: 'image', source: { type: 'base64', media_type, data } }]
}
