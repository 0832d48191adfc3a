import { createCallRunner, type ExecuteOptions } from '../call-runner.ts'
import type { ExecutionSettings } from './execute-call.ts'
import type { InputSchema } from './schemas/input-schema.ts'
import { type SchemaShape, type ToolSchemas, toolSchema } from './schemas/tool-schemas.ts'
import { shownSchema } from './shown/shown-schema.ts'
import type { Tool, ToolCall, ToolDefinition, ToolResult } from './tool.ts'
import { createToolTable } from './tool-table.ts'

/** The tools that a model may call. */
export interface ToolRegistry {
  /** Adds a tool. Throws `ConflictError` when the name is taken and `UsageError` when no model API would take the tool. */
  register<Input extends InputSchema>(tool: Tool<Input>): void
  /** Removes a tool; false when no tool has that name. */
  unregister(name: string): boolean
  get(name: string): Tool | undefined
  /** Every tool with its current description: the built-in ones first, then the others by name, `mcp_` ones last. */
  list(): Promise<ToolDefinition[]>
  /** The same list in the form that an API takes. */
  schemas<Shape extends SchemaShape>(shape: Shape): Promise<ToolSchemas[Shape][]>
  /** Runs one call. Never throws: an unknown tool, bad arguments and every failure are values. */
  execute(call: ToolCall, options?: ExecuteOptions): Promise<ToolResult>
  /** Runs calls in parallel, within the limit of the runtime; results are in the order of the calls. */
  executeAll(calls: readonly ToolCall[], options?: ExecuteOptions): Promise<ToolResult[]>
}

/** A registry that owns what it runs. */
interface OpenToolRegistry extends ToolRegistry {
  /** Ends every running call and waits until all are gone; later calls are refused. */
  close(): Promise<void>
}

interface Settings {
  /** Listed first, in this order. */
  builtIn: readonly Tool[]
  concurrency: number
  execution: ExecutionSettings
  /** Called when a tool was added or removed. */
  changed: () => void
}

export function createToolRegistry({ builtIn, concurrency, execution, changed }: Settings): OpenToolRegistry {
  const table = createToolTable(builtIn, changed)
  const { execute, close } = createCallRunner(table.find, execution)

  const list = (): Promise<ToolDefinition[]> =>
    Promise.all(
      table
        .inOrder()
        .filter(({ tool }) => isListed(tool, execution.onBug))
        .map(async ({ tool, input, isBuiltIn }) => ({
          name: tool.name,
          description: await describe(tool, execution.onBug),
          input: isBuiltIn
            ? shownSchema(input.schema, { without: (await tool.hides?.()) ?? [] })
            : input.schema,
          effect: tool.effect,
        })),
    )

  return {
    register: table.register,
    unregister: table.unregister,
    get: (name) => table.get(name)?.tool,
    list,
    async schemas(shape) {
      // Only MCP has a place for them, and their schemas take a while to load.
      const outputs = shape === 'mcp' ? await import('./schemas/tool-output.ts') : undefined
      const output = (name: string) =>
        table.get(name)?.isBuiltIn === true ? outputs?.outputSchema(name) : undefined
      return (await list()).map((tool) => toolSchema({ ...tool, output: output(tool.name) }, shape))
    },
    execute,
    executeAll: (calls, options) => mapWithLimit(calls, concurrency, (call) => execute(call, options)),
    close,
  }
}

/** One tool that cannot say whether it is listed is, and takes nothing from the others. */
function isListed(tool: Tool, onBug: (error: unknown) => void): boolean {
  try {
    return tool.isListed?.() ?? true
  } catch (error) {
    onBug(error)
    return true
  }
}

/** The same for what it does. */
async function describe({ name, description }: Tool, onBug: (error: unknown) => void): Promise<string> {
  try {
    return typeof description === 'string' ? description : await description()
  } catch (error) {
    onBug(error)
    return `The tool ${name}.`
  }
}

async function mapWithLimit<Item, Result>(
  items: readonly Item[],
  limit: number,
  apply: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length)
  const remaining = items.entries()
  const work = async (): Promise<void> => {
    for (const [index, item] of remaining) results[index] = await apply(item)
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work))
  return results
}
