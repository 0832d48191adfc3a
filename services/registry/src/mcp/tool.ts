import { AppError, type ErrorReport, InvalidError, issuesOf, toErrorReport } from '@cli-apps/core'
import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { Deps } from '../deps.ts'

export type ToolDeps = Pick<Deps, 'reads' | 'searchIndex' | 'log'>

/** A tool as MCP lists it, and its call. */
export interface RegistryTool {
  listed: ListedTool
  /** Never throws: an error is a result that the model can read. */
  call(deps: ToolDeps, value: unknown): Promise<CallToolResult>
}

interface ToolSpec<Input extends z.ZodType, Output extends z.ZodType> {
  name: string
  title: string
  description: string
  input: Input
  /** Schema of the result, which also sanitizes its texts. */
  output: Output
  run(deps: ToolDeps, input: z.output<Input>): Promise<unknown>
}

/** Creates a read-only tool. */
export function tool<Input extends z.ZodType, Output extends z.ZodType>({
  name,
  title,
  description,
  input,
  output,
  run,
}: ToolSpec<Input, Output>): RegistryTool {
  const listed = {
    name,
    title,
    description,
    inputSchema: objectSchema(input),
    outputSchema: objectSchema(output),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  }
  const call = async (deps: ToolDeps, value: unknown): Promise<CallToolResult> => {
    try {
      const answer = output.parse(await run(deps, checked(name, input, value))) as Record<string, unknown>
      return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer }
    } catch (error) {
      if (!(error instanceof AppError)) deps.log.error({ tool: name, err: error }, 'a tool failed')
      return { isError: true, content: [{ type: 'text', text: tell(toErrorReport(error)) }] }
    }
  }
  return { listed, call }
}

/** Returns the JSON Schema of a value as it is sent, before the reader sanitizes it. */
function objectSchema(schema: z.ZodType): ListedTool['inputSchema'] {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  return rest as ListedTool['inputSchema']
}

function checked<Schema extends z.ZodType>(name: string, schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new InvalidError('tool.bad-arguments', `The arguments of ${name} are not valid.`, {
    hint: 'Fix the listed issues and call it again.',
    issues: issuesOf(parsed.error, value),
  })
}

const tell = ({ message, hint, issues = [] }: ErrorReport): string =>
  [
    message,
    ...issues.map(({ path, message: issue }) => `${path}: ${issue}`),
    ...(hint === undefined ? [] : [hint]),
  ].join('\n')
