import { ConflictError, NotFoundError, nearestNames, toErrorReport, toLine, UsageError } from '@cli-apps/core'
import { type ExecutionSettings, executeCall, notBegun, refusedEntry } from './execute-call.ts'
import type { InputSchema, ToolInput } from './input-schema.ts'
import type { Tool, ToolCall, ToolDefinition, ToolResult } from './tool.ts'
import { toolInput } from './tool-input.ts'
import { type SchemaShape, type ToolSchemas, toolSchema } from './tool-schemas.ts'

export interface ExecuteOptions {
  /** Aborts the call and ends the processes that it started. */
  signal?: AbortSignal
  /** Receives progress, in one line. */
  onProgress?: (message: string) => void
}

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
  const tools = new Map<string, { tool: Tool; input: ToolInput }>()
  const running = new Map<AbortController, Promise<unknown>>()
  let isClosed = false
  const rank = new Map(builtIn.map((tool, index) => [tool.name, index]))
  for (const tool of builtIn) register(tool)

  function register(tool: Tool): void {
    if (tools.has(tool.name)) {
      throw new ConflictError('tool.name-taken', `A tool named ${tool.name} exists already.`, {
        hint: 'Choose another name, or unregister the other tool first.',
      })
    }
    requireName(tool.name)
    tools.set(tool.name, { tool, input: toolInput(tool.name, tool.input) })
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
      inOrder().map(async ({ tool, input }) => ({
        name: tool.name,
        description: await describe(tool),
        input: input.schema,
        effect: tool.effect,
      })),
    )

  /** One tool that cannot say what it does takes nothing from the others. */
  async function describe({ name, description }: Tool): Promise<string> {
    try {
      return typeof description === 'string' ? description : await description()
    } catch (error) {
      execution.onBug(error)
      return `The tool ${name}.`
    }
  }

  async function execute(call: ToolCall, { signal, onProgress }: ExecuteOptions = {}): Promise<ToolResult> {
    // Not AbortSignal.any: on Node 20 a signal that lives long keeps everything that was ever derived from it.
    const controller = new AbortController()
    const abort = (): void => controller.abort()
    signal?.addEventListener('abort', abort, { once: true })
    try {
      const { tool, input } = find(call?.name)
      if (isClosed || signal?.aborted) throw notBegun(tool.name, isClosed)
      const context = { signal: controller.signal, progress: onProgress ?? (() => {}) }
      const run = executeCall({ tool, input }, call.arguments, context, execution)
      running.set(controller, run)
      return await run
    } catch (error) {
      const report = toErrorReport(error)
      execution.audit.write(refusedEntry(call?.name, report.code))
      return { ok: false, error: report }
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

  function find(name: unknown): { tool: Tool; input: ToolInput } {
    const entry = typeof name === 'string' ? tools.get(name) : undefined
    if (entry !== undefined) return entry
    const shown = typeof name === 'string' ? toLine(name, 80) : typeof name
    const near = typeof name === 'string' ? nearestNames(name.slice(0, 100), tools.keys(), 1) : []
    throw new NotFoundError('tool.unknown', `Tool not found: ${JSON.stringify(shown)}.`, {
      hint:
        near[0] === undefined
          ? `The tools are: ${shownNames(inOrder().map((one) => one.tool.name))}.`
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

const shownNames = (names: readonly string[]): string =>
  names.length <= 30 ? names.join(', ') : `${names.slice(0, 30).join(', ')} and ${names.length - 30} more`

function requireName(name: string): void {
  if (/^[A-Za-z0-9_-]{1,64}$/.test(name)) return
  throw new UsageError('tool.bad-name', `${JSON.stringify(name)} is not a valid tool name.`, {
    hint: 'Use 1 to 64 letters, digits, "_" and "-".',
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
