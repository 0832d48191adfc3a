import type { Runtime } from '../runtime.ts'
import { splitImages } from '../tools/result-images.ts'
import type { ToolDefinition, ToolResult } from '../tools/tool.ts'

type JsonSchema = ToolDefinition['input']

/**
 * What a model gives a tool, as the AI SDK reads it: a Standard Schema that tells its JSON Schema, and under the SDK's own
 * symbols the form that `jsonSchema()` of that package makes.
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

/** What the AI SDK tells a tool beside its input; other fields are not looked at. */
export interface AiToolOptions {
  abortSignal?: AbortSignal | undefined
}

/** A tool in the form of the AI SDK. `execute` never throws: what goes wrong is a result that the model can read. */
export interface AiTool {
  description: string
  inputSchema: AiToolSchema
  execute(input: unknown, options?: AiToolOptions): Promise<ToolResult>
}

/**
 * The tools of a runtime for `generateText({ tools })` and the like, of the AI SDK from version 5 on (its types fit from 6
 * on). Descriptions are those of this moment: call it for each turn. Images in results are told of and left out.
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

/** Accepts everything: the runtime checks arguments itself, and tells the model what to correct. */
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
