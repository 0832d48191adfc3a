import { toLine } from '@cli-apps/core'
import type { AuditEntry } from '../audit/audit-log.ts'
import { auditedFacts } from '../audit/audited-facts.ts'
import type { PreparedCall, Tool, ToolResult } from './tool.ts'

/** The line of a call that was refused before its tool was asked: unknown, canceled or too late. */
export const refusedEntry = (name: unknown, code: string): AuditEntry => ({
  at: new Date().toISOString(),
  tool: typeof name === 'string' ? toLine(name, 80) : '',
  ok: false,
  error: code,
  duration_ms: 0,
})

/** The line of a call with what came of it. */
export function auditEntryOf(
  tool: Tool,
  call: PreparedCall | undefined,
  begun: Date,
  result: ToolResult,
): AuditEntry {
  const exitCode = 'exit_code' in result ? result.exit_code : undefined
  return {
    at: begun.toISOString(),
    tool: tool.name,
    ...(call && auditedFacts(call)),
    ok: result.ok,
    ...(!result.ok && { error: result.error.code }),
    ...((typeof exitCode === 'number' || exitCode === null) && { exit_code: exitCode }),
    duration_ms: Date.now() - begun.getTime(),
  }
}
