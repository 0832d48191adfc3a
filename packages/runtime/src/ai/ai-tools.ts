import type { Runtime } from '../runtime.ts'
import { splitImages } from '../tools/result-images.ts'
import type { ToolDefinition, ToolResult } from '../tools/tool.ts'

type JsonSchema = ToolDefinition['input']

/**
 * A tool's input schema as the AI SDK reads it: a Standard Schema that contains its JSON Schema, and under the SDK's
 * own symbols what that package's `jsonSchema()` returns.
 */
export interface AiToolSchema {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => { value: unknown }
    readonly jsonSchema: {
      readonly input: (options: unknown) => Record<string, unknown>
      readonly output: (options: unknown) => Record<string, unknown>
    }
  }
  readonly jsonSchema: JsonSchema
}

/** What the AI SDK passes to a tool besides its input; other fields are ignored. */
export interface AiToolOptions {
  abortSignal?: AbortSignal | undefined
}

/** A tool in the form of the AI SDK. `execute` never throws: errors are results that the model can read. */
export interface AiTool {
  description: string
  inputSchema: AiToolSchema
  execute(input: unknown, options?: AiToolOptions): Promise<ToolResult>
}

/**
 * Returns the tools of a runtime for `generateText({ tools })` and similar functions of the AI SDK from version 5 (its
 * types from 6). Descriptions are current, so call it for each turn. Images in results are mentioned and omitted.
 */
export async function aiTools({ tools }: Pick<Runtime, 'tools'>): Promise<Record<string, AiTool>> {
  const listed = await tools.list()
  return Object.fromEntries(
    listed.map(({ name, description, input }) => [
      name,
      {
        description,
        inputSchema: aiToolSchema(input),
        execute: async (given: unknown, { abortSignal }: AiToolOptions = {}) => {
          const call = { name, arguments: given }
          const result = await tools.execute(call, abortSignal === undefined ? {} : { signal: abortSignal })
          return splitImages(result).result
        },
      },
    ]),
  )
}

/** Accepts any input: the runtime validates arguments itself and tells the model what to correct. */
function aiToolSchema(schema: JsonSchema): AiToolSchema {
  const branded = {
    '~standard': {
      version: 1,
      vendor: 'cli-apps',
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: () => ({ ...schema }), output: () => ({ ...schema }) },
    },
    jsonSchema: schema,
    validate: async (value: unknown) => ({ success: true, value }),
    [Symbol.for('vercel.ai.schema')]: true,
    [Symbol.for('vercel.ai.validator')]: true,
  } as const
  return branded
}
