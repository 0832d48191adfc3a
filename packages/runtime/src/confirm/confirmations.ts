import { randomUUID } from 'node:crypto'
import { CanceledError, NotFoundError, toErrorReport, toLine } from '@cli-apps/core'
import { type LinkedSignal, linkSignals } from '@cli-apps/core/node'
import type { AttachedRun } from '../streams/attached-run.ts'
import type { PreparedCall, ToolResult } from '../tools/tool.ts'
import type { ConfirmationRequest } from './confirmation-request.ts'

export interface ConfirmOptions {
  signal?: AbortSignal
  onProgress?: (message: string) => void
  /** As of the call itself. */
  attached?: AttachedRun
}

/** The calls that require confirmation. Only for the host program: no tool can reach them. */
export interface Confirmations {
  /** Oldest first. */
  list(): ConfirmationRequest[]
  /** Runs the call and returns its result; for an unknown, answered or expired request, the result is an error. */
  confirm(id: string, options?: ConfirmOptions): Promise<ToolResult>
  /** Refuses the call; false if the request no longer exists. */
  deny(id: string, reason?: string): Promise<boolean>
}

/** Runs a confirmed call. */
type RunConfirmed = (call: PreparedCall, options: ConfirmOptions) => Promise<ToolResult>

/** What to do once a call is answered. */
interface Answers {
  run: RunConfirmed
  /** Called once if the call will not be confirmed, before the caller is told. */
  refused?: (reason: string) => void
}

export interface OpenConfirmations extends Confirmations {
  /** Throws `CanceledError` `runtime.closed` after `close`. */
  ask(tool: string, call: PreparedCall, answers: Answers): ConfirmationRequest
  /** Refuses all requests, aborts the confirmed calls that run, and waits until they end. */
  close(): Promise<void>
}

interface Waiting {
  request: ConfirmationRequest
  call: PreparedCall
  answers: Answers
  timer: NodeJS.Timeout
}

export function createConfirmations(settings: {
  lifetimeMs: number
  asked: (request: ConfirmationRequest) => void
  onBug?: (error: unknown) => void
}): OpenConfirmations {
  const waiting = new Map<string, Waiting>()
  const running = createRunningCalls()
  let isClosed = false

  /** Removes the request, so that it cannot be answered twice. */
  function take(id: string): Waiting | undefined {
    const found = waiting.get(id)
    if (found === undefined) return undefined
    waiting.delete(id)
    clearTimeout(found.timer)
    return found
  }

  async function deny(id: string, reason = 'the answer was no'): Promise<boolean> {
    const found = take(id)
    if (found === undefined) return false
    try {
      found.answers.refused?.(reason)
      await found.call.abandon?.(reason)
    } catch (error) {
      // A refusal stands even if the callback throws, and the next one must still be called.
      settings.onBug?.(error)
    }
    return true
  }

  return {
    list: () => [...waiting.values()].map(({ request }) => request),
    ask(tool, call, answers) {
      if (isClosed) throw new CanceledError('runtime.closed', `The runtime is closed: ${tool} was not run.`)
      const request = requestOf(tool, call, new Date(Date.now() + settings.lifetimeMs))
      const { id } = request
      const timer = setTimeout(() => void deny(id, 'nobody answered in time'), settings.lifetimeMs).unref()
      waiting.set(id, { request, call, answers, timer })
      settings.asked(request)
      return request
    },
    async confirm(id, options = {}) {
      if (options.signal?.aborted) return notAnswered()
      const found = take(id)
      return found === undefined ? unknown(id) : running.run(found, options)
    },
    deny,
    async close() {
      isClosed = true
      for (const id of [...waiting.keys()]) await deny(id, 'the runtime was closed')
      await running.abort()
    },
  }
}

const requestOf = (tool: string, call: PreparedCall, expiresAt: Date): ConfirmationRequest => ({
  id: randomUUID(),
  tool,
  effect: call.effect,
  summary: toLine(call.summary, 300),
  ...(call.app !== undefined && { app: call.app }),
  ...(call.program !== undefined && { program: call.program }),
  ...(call.args && { args: [...call.args] }),
  ...(call.pipe && { pipe: call.pipe.map(({ args, ...stage }) => ({ ...stage, args: [...args] })) }),
  ...(call.stdoutFile !== undefined && { stdout_file: call.stdoutFile }),
  ...(call.input !== undefined && { arguments: call.input }),
  ...(call.workingDir !== undefined && { working_dir: call.workingDir }),
  expires_at: expiresAt.toISOString(),
})

interface RunningCalls {
  run(confirmed: Waiting, options: ConfirmOptions): Promise<ToolResult>
  /** Aborts every call and waits for it to end. */
  abort(): Promise<void>
}

function createRunningCalls(): RunningCalls {
  const running = new Map<LinkedSignal, Promise<ToolResult>>()
  return {
    async run({ call, answers }, options) {
      using linked = linkSignals(options.signal)
      const result = answers.run(call, { ...options, signal: linked.signal })
      running.set(linked, result)
      try {
        return await result
      } finally {
        running.delete(linked)
      }
    },
    async abort() {
      for (const linked of running.keys()) linked.abort()
      await Promise.allSettled(running.values())
    },
  }
}

const unknown = (id: string): ToolResult => ({
  ok: false,
  error: toErrorReport(
    new NotFoundError(
      'confirm.unknown',
      `No call with this id requires confirmation: ${JSON.stringify(toLine(id, 60))}.`,
      {
        hint: 'It was answered or it expired: let the model call the tool again.',
      },
    ),
  ),
})

const notAnswered = (): ToolResult => ({
  ok: false,
  error: toErrorReport(
    new CanceledError('confirm.canceled', 'The confirmation was canceled; the call still requires it.'),
  ),
})
