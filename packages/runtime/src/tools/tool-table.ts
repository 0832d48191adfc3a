import { ConflictError, NotFoundError, nearestNames, toLine, UsageError } from '@cli-apps/core'
import type { ToolInput } from './schemas/input-schema.ts'
import { toolInput } from './schemas/tool-input.ts'
import type { Tool } from './tool.ts'

interface TableEntry {
  tool: Tool
  input: ToolInput
  /** It is ours: what it throws beside an `AppError` is a bug. */
  isBuiltIn: boolean
}

/** Tools by name, with what checks their inputs. */
interface ToolTable {
  /** Throws `ConflictError` when the name is taken and `UsageError` when no model API would take the tool. */
  register(tool: Tool): void
  unregister(name: string): boolean
  get(name: string): TableEntry | undefined
  /** Throws `NotFoundError` with the nearest name. What a model sends as a name may be anything. */
  find(name: unknown): TableEntry
  /** The built-in ones first, then the others by name, `mcp_` ones last. */
  inOrder(): TableEntry[]
}

export function createToolTable(builtIn: readonly Tool[], changed: () => void): ToolTable {
  const tools = new Map<string, TableEntry>()
  const rank = new Map(builtIn.map((tool, index) => [tool.name, index]))
  for (const tool of builtIn) add(tool, true)

  function add(tool: Tool, isBuiltIn: boolean): void {
    if (tools.has(tool.name)) {
      throw new ConflictError('tool.name-taken', `A tool named ${tool.name} exists already.`, {
        hint: 'Choose another name, or unregister the other tool first.',
      })
    }
    requireName(tool.name)
    tools.set(tool.name, { tool, input: toolInput(tool.name, tool.input), isBuiltIn })
    changed()
  }

  /** Tools of servers come and go: at the end they leave what a prompt cache holds before them unchanged. */
  const placeOf = (name: string): number =>
    rank.get(name) ?? builtIn.length + (name.startsWith('mcp_') ? 1 : 0)
  const inOrder = (): TableEntry[] =>
    [...tools.values()].sort(
      (a, b) => placeOf(a.tool.name) - placeOf(b.tool.name) || (a.tool.name < b.tool.name ? -1 : 1),
    )

  return {
    register: (tool) => add(tool, false),
    unregister(name) {
      const isGone = tools.delete(name)
      if (isGone) changed()
      return isGone
    },
    get: (name) => tools.get(name),
    find(name) {
      const entry = typeof name === 'string' ? tools.get(name) : undefined
      if (entry !== undefined) return entry
      const names = inOrder().map(({ tool }) => tool.name)
      throw unknownTool(name, names)
    },
    inOrder,
  }
}

function unknownTool(name: unknown, known: readonly string[]): NotFoundError {
  const shown = typeof name === 'string' ? toLine(name, 80) : typeof name
  const [near] = typeof name === 'string' ? nearestNames(name.slice(0, 100), known, 1) : []
  return new NotFoundError('tool.unknown', `Tool not found: ${JSON.stringify(shown)}.`, {
    hint: near === undefined ? `The tools are: ${shownNames(known)}.` : `Did you mean "${near}"?`,
  })
}

const shownNames = (names: readonly string[]): string =>
  names.length <= 30 ? names.join(', ') : `${names.slice(0, 30).join(', ')} and ${names.length - 30} more`

function requireName(name: string): void {
  if (/^[A-Za-z0-9_-]{1,64}$/.test(name)) return
  throw new UsageError('tool.bad-name', `${JSON.stringify(name)} is not a valid tool name.`, {
    hint: 'Use 1 to 64 letters, digits, "_" and "-".',
  })
}
