import { InvalidError, issuesOf, toLine } from '@cli-apps/core'
import type * as z from 'zod'
import type { Tool } from './tool.ts'

/** Enough to mend a call by; a list of a thousand wrong items must not fill the model's context. */
const mostIssues = 10

/**
 * The arguments of a call through the tool's schema: an object or JSON text of one; none at all count as `{}`.
 * Throws `InvalidError` `tool.bad-arguments` with the first ten issues.
 */
export function parseArguments<Input extends z.ZodType>(tool: Tool<Input>, given: unknown): z.output<Input> {
  const value = typeof given === 'string' ? parseText(tool, given) : (given ?? {})
  const parsed = tool.input.safeParse(value)
  if (parsed.success) return parsed.data
  const issues = issuesOf(parsed.error, value).slice(0, mostIssues)
  throw bad(tool, 'do not fit its schema', {
    issues: issues.map((issue) => ({ ...issue, path: toLine(issue.path, 200) })),
  })
}

function parseText(tool: Tool, text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw bad(tool, `are not JSON: ${cause instanceof Error ? toLine(cause.message, 200) : ''}`, { cause })
  }
}

const bad = (
  tool: Tool,
  what: string,
  more: { issues?: InvalidError['issues']; cause?: unknown },
): InvalidError =>
  new InvalidError('tool.bad-arguments', `The arguments of ${tool.name} ${what}.`, {
    hint: 'Mend them and call again; nothing was run.',
    ...more,
  })
