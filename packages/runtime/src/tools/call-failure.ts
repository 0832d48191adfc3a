import { isAppError, ProcessError, toErrorReport, toLine } from '@cli-apps/core'
import type { ToolResult } from './tool.ts'

const toolFailed = 'tool.failed'

/** What a tool of the host throws is its own message to the model. */
export const failed = (tool: string, cause: unknown): ProcessError =>
  new ProcessError(toolFailed, toLine(messageOf(cause) || `${tool} failed.`, 1000), {
    hint: `The error is of the tool ${tool} itself.`,
    cause,
  })

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** An error as the result of a call; one that is nobody's answer is reported as a bug. */
export function callFailure(error: unknown, onBug: (error: unknown) => void): ToolResult {
  if (!isAppError(error)) onBug(error)
  else if (error.code === toolFailed) onBug(error.cause)
  return { ok: false, error: toErrorReport(error) }
}
