import { toErrorReport } from '@cli-apps/core'
import type { AttachedRun } from './streams/attached-run.ts'
import { refusedEntry } from './tools/audit-entries.ts'
import { type ExecutionSettings, executeCall, notBegun, type OpenTool } from './tools/execute-call.ts'
import type { ToolCall, ToolResult } from './tools/tool.ts'

export interface ExecuteOptions {
  /** Aborts the call and ends the processes that it started. */
  signal?: AbortSignal
  /** Receives progress, in one line. */
  onProgress?: (message: string) => void
  /** Connects the programs that `run_cli_app` runs to this process, instead of returning what they print. */
  attached?: AttachedRun
}

export interface CallRunner {
  execute(call: ToolCall, options?: ExecuteOptions): Promise<ToolResult>
  close(): Promise<void>
}

/** Runs calls of the tools that `find` returns, which throws for others. */
export function createCallRunner(
  find: (name: unknown) => OpenTool,
  execution: ExecutionSettings,
): CallRunner {
  const running = new Map<AbortController, Promise<unknown>>()
  let isClosed = false
  return {
    async execute(call, { signal, onProgress, attached } = {}) {
      // Not AbortSignal.any: on Node 20 a signal that lives long keeps everything that was ever derived from it.
      const controller = new AbortController()
      const abort = (): void => controller.abort()
      signal?.addEventListener('abort', abort, { once: true })
      try {
        const entry = find(call?.name)
        const { tool } = entry
        if (isClosed || signal?.aborted) throw notBegun(tool.name, isClosed)
        const context = { signal: controller.signal, progress: onProgress ?? (() => {}), attached }
        const run = executeCall(entry, call.arguments, context, execution)
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
    },
    async close() {
      isClosed = true
      for (const controller of running.keys()) controller.abort()
      await Promise.allSettled(running.values())
    },
  }
}
