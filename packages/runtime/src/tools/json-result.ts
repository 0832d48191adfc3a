import { InvalidError, toErrorReport } from '@cli-apps/core'
import type { ToolResult } from './tool.ts'

/**
 * A result as JSON has it, whatever a tool gave: big integers as text, a value inside itself as `"[cycle]"`, and nothing of
 * functions. What cannot be written at all becomes the failure `tool.bad-result`.
 */
export function jsonResult(result: ToolResult): ToolResult {
  try {
    return JSON.parse(JSON.stringify(result, plainly()))
  } catch (cause) {
    const error = new InvalidError(
      'tool.bad-result',
      'The tool gave a result that cannot be written as JSON.',
      {
        hint: 'This is a fault of the tool; whether it did its work is not known.',
        cause,
      },
    )
    return { ok: false, error: JSON.parse(JSON.stringify(toErrorReport(error))) }
  }
}

function plainly(): (this: unknown, key: string, value: unknown) => unknown {
  const around: unknown[] = []
  return function (_, value) {
    if (typeof value === 'bigint') return value.toString()
    if (typeof value !== 'object' || value === null) return value
    while (around.length > 0 && around.at(-1) !== this) around.pop()
    if (around.includes(value)) return '[cycle]'
    around.push(value)
    return value
  }
}
