import type { ExecuteOptions } from '../call-runner.ts'
import type { Runtime } from '../runtime.ts'
import { type ResultImage, splitImages } from '../tools/result-images.ts'
import type { ToolResult } from '../tools/tool.ts'

/** One entry of `tools` in a message request. */
export interface AnthropicTool {
  name: string
  description: string
  input_schema: { type: 'object'; [keyword: string]: unknown }
}

/** One block of `message.content`; only `tool_use` blocks matter. */
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

/** The answer to one tool use, for the start of the next user message. */
export interface ToolResultBlock {
  type: 'tool_result'
  tool_use_id: string
  /** JSON of the result, followed by its images, if any. */
  content: string | ({ type: 'text'; text: string } | ImageBlock)[]
  /** Set if nothing was done, or the call failed before the app ran. A non-zero exit of an app is a normal result. */
  is_error?: true
}

/** Returns `tools` for a message request, with current descriptions. */
export const anthropicTools = async ({ tools }: Pick<Runtime, 'tools'>): Promise<AnthropicTool[]> =>
  (await tools.schemas('anthropic')).map(({ input_schema, ...tool }) => ({
    ...tool,
    input_schema: { ...input_schema, type: 'object' },
  }))

/**
 * Runs the tool uses in a message in parallel, within the runtime's limit. Returns one result block per use, in order,
 * even for failures: the API refuses a conversation in which one is missing.
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

/** The API refuses other image types, so only the text describes them. */
function imageBlock({ data, mimeType }: ResultImage): ImageBlock[] {
  const media_type = imageTypes.find((type) => type === mimeType)
  return media_type === undefined ? [] : [{ type: 'image', source: { type: 'base64', media_type, data } }]
}
