import { ConflictError, NotFoundError, nearestNames, toErrorReport, toLine, UsageError } from '@cli-apps/core'
import * as z from 'zod'
import { type ExecutionSettings, executeCall, notBegun } from './execute-call.ts'
import type { Tool, ToolCall, ToolDefinition, ToolResult } from './tool.ts'
import { type SchemaShape, type ToolSchemas, toolSchema } from './tool-schemas.ts'

export interface ExecuteOptions {
  /** Gives the call up: what it started is ended. */
  signal?: AbortSignal
  /** Hears how far the call is, in one line. */
  onProgress?: (message: string) => void
}

/** The tools that a model may call. */
export interface ToolRegistry {
  /** Adds a tool. Throws `ConflictError` when the name is taken and `UsageError` when no model API would take the tool. */
  register<Input extends z.ZodType>(tool: Tool<Input>): void
  /** Takes a tool away; false when there was none of that name. */
  unregister(name: string): boolean
  get(name: string): Tool | undefined
  /** Every tool with its description of this moment: the built-in ones first, then the others by name, `mcp_` ones last. */
  list(): Promise<ToolDefinition[]>
  /** The same list in the form that an API takes. */
  schemas<Shape extends SchemaShape>(shape: Shape): Promise<ToolSchemas[Shape][]>
  /** Runs one call. Never throws: an unknown tool, bad arguments and every failure are values. */
  execute(call: ToolCall, options?: ExecuteOptions): Promise<ToolResult>
  /** Runs calls at the same time, within the runtime's limit; results stand in the order of the calls. */
  executeAll(calls: readonly ToolCall[], options?: ExecuteOptions): Promise<ToolResult[]>
}

/** A registry that owns what it runs. */
export interface OpenToolRegistry extends ToolRegistry {
  /** Ends every running call and waits until all are gone; later calls are refused. */
  close(): Promise<void>
}

interface Settings {
  /** Listed first, in this order. */
  builtIn: readonly Tool[]
  concurrency: number
  execution: ExecutionSettings
  /** Called when a tool was added or taken away. */
  changed: () => void
}

export function createToolRegistry({ builtIn, concurrency, execution, changed }: Settings): OpenToolRegistry {
  const tools = new Map<string, { tool: Tool; input: ToolDefinition['input'] }>()
  const running = new Map<AbortController, Promise<unknown>>()
  let isClosed = false
  const rank = new Map(builtIn.map((tool, index) => [tool.name, index]))
  for (const tool of builtIn) register(tool)

  function register(tool: Tool): void {
    if (tools.has(tool.name)) {
      throw new ConflictError('tool.name-taken', `There is a tool named ${tool.name} already.`, {
        hint: 'Choose another name, or unregister the other tool first.',
      })
    }
    tools.set(tool.name, { tool, input: inputSchema(tool) })
    changed()
  }

  function unregister(name: string): boolean {
    const isGone = tools.delete(name)
    if (isGone) changed()
    return isGone
  }

  /** Tools of servers come and go: at the end they leave what a prompt cache holds before them as it is. */
  const placeOf = (name: string): number =>
    rank.get(name) ?? builtIn.length + (name.startsWith('mcp_') ? 1 : 0)
  const inOrder = () =>
    [...tools.values()].sort(
      (a, b) => placeOf(a.tool.name) - placeOf(b.tool.name) || (a.tool.name < b.tool.name ? -1 : 1),
    )

  const list = (): Promise<ToolDefinition[]> =>
    Promise.all(
      inOrder().map(async ({ tool: { name, description, effect }, input }) => ({
        name,
        description: typeof description === 'string' ? description : await description(),
        input,
        effect,
      })),
    )

  async function execute(call: ToolCall, { signal, onProgress }: ExecuteOptions = {}): Promise<ToolResult> {
    // Not AbortSignal.any: on Node 20 a signal that lives long keeps everything that was ever derived from it.
    const controller = new AbortController()
    const abort = (): void => controller.abort()
    signal?.addEventListener('abort', abort, { once: true })
    try {
      const tool = find(call?.name)
      if (isClosed || signal?.aborted) throw notBegun(tool.name, isClosed)
      const context = { signal: controller.signal, progress: onProgress ?? (() => {}) }
      const run = executeCall(tool, call.arguments, context, execution)
      running.set(controller, run)
      return await run
    } catch (error) {
      return { ok: false, error: toErrorReport(error) }
    } finally {
      running.delete(controller)
      signal?.removeEventListener('abort', abort)
    }
  }

  async function close(): Promise<void> {
    isClosed = true
    for (const controller of running.keys()) controller.abort()
    await Promise.allSettled(running.values())
  }

  function find(name: unknown): Tool {
    const entry = typeof name === 'string' ? tools.get(name) : undefined
    if (entry !== undefined) return entry.tool
    const shown = typeof name === 'string' ? toLine(name, 80) : typeof name
    const near = typeof name === 'string' ? nearestNames(name.slice(0, 100), tools.keys(), 1) : []
    throw new NotFoundError('tool.unknown', `There is no tool named ${JSON.stringify(shown)}.`, {
      hint:
        near[0] === undefined
          ? `The tools are: ${[...tools.keys()].sort().join(', ')}.`
          : `Did you mean "${near[0]}"?`,
    })
  }

  return {
    register,
    unregister,
    get: (name) => tools.get(name)?.tool,
    list,
    schemas: async (shape) => (await list()).map((tool) => toolSchema(tool, shape)),
    execute,
    executeAll: (calls, options) => mapWithLimit(calls, concurrency, (call) => execute(call, options)),
    close,
  }
}

/** The JSON Schema of what a model gives, made once when a tool is registered. */
function inputSchema(tool: Tool): ToolDefinition['input'] {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(tool.name)) {
    throw new UsageError('tool.bad-name', `${JSON.stringify(tool.name)} is no name for a tool.`, {
      hint: 'Use 1 to 64 letters, digits, "_" and "-".',
    })
  }
  const { $schema: _, ...schema } = z.toJSONSchema(tool.input, { io: 'input', unrepresentable: 'any' })
  if (schema.type === 'object') return schema
  throw new UsageError('tool.bad-input', `The input of ${tool.name} is not an object.`, {
    hint: 'Model APIs take only objects: wrap it in z.object({ … }).',
  })
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
