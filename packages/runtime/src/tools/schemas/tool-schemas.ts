import type { Effect } from '@cli-apps/core'
import type { ToolDefinition } from '../tool.ts'

type JsonSchema = ToolDefinition['input']

/** The tool list of each API that models are called through. */
export interface ToolSchemas {
  /** Chat completions. */
  openai: { type: 'function'; function: { name: string; description: string; parameters: JsonSchema } }
  /** Responses, where `strict` would be on unless it is declined. */
  'openai-responses': {
    type: 'function'
    name: string
    description: string
    parameters: JsonSchema
    strict: false
  }
  anthropic: { name: string; description: string; input_schema: JsonSchema }
  /** The AI SDK, as its language models take them. */
  ai: { type: 'function'; name: string; description: string; inputSchema: JsonSchema }
  mcp: {
    name: string
    description: string
    inputSchema: JsonSchema
    outputSchema?: JsonSchema
    annotations: McpAnnotations
  }
}

interface McpAnnotations {
  readOnlyHint: boolean
  destructiveHint?: boolean
}

export type SchemaShape = keyof ToolSchemas

/** With the schema of its results, where they have one. */
type DescribedTool = ToolDefinition & { output?: JsonSchema | undefined }

const shapes: { [Shape in SchemaShape]: (tool: DescribedTool) => ToolSchemas[Shape] } = {
  openai: ({ name, description, input }) => ({
    type: 'function',
    function: { name, description, parameters: input },
  }),
  'openai-responses': ({ name, description, input }) => ({
    type: 'function',
    name,
    description,
    parameters: input,
    strict: false,
  }),
  anthropic: ({ name, description, input }) => ({ name, description, input_schema: input }),
  ai: ({ name, description, input }) => ({ type: 'function', name, description, inputSchema: input }),
  mcp: ({ name, description, input, effect, output }) => ({
    name,
    description,
    inputSchema: input,
    ...(output && { outputSchema: output }),
    annotations: annotationsOf(effect),
  }),
}

export const toolSchema = <Shape extends SchemaShape>(
  tool: DescribedTool,
  shape: Shape,
): ToolSchemas[Shape] => shapes[shape](tool)

/** MCP takes a tool without hints for a destructive one; that is right for an unknown effect. */
const annotationsOf = (effect: Effect): McpAnnotations => ({
  readOnlyHint: effect === 'read',
  ...(effect === 'unknown' || effect === 'read' ? {} : { destructiveHint: effect === 'destructive' }),
})
