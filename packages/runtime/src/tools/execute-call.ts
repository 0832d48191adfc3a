import {
  type AppError,
  CanceledError,
  ConflictError,
  ForbiddenError,
  isAppError,
  toErrorReport,
  toLine,
} from '@cli-apps/core'
import type { AuditEntry, AuditLog } from '../audit/audit-log.ts'
import type { ConfirmOptions, OpenConfirmations } from '../confirm/confirmations.ts'
import type { Decision, EffectPolicy } from '../confirm/effect-policy.ts'
import type { HookedCall, Hooks } from '../hooks.ts'
import { nextTurn } from '../turns/next-turn.ts'
import { auditEntryOf } from './audit-entries.ts'
import { callFailure, failed } from './call-failure.ts'
import { afterHook, beforeHook } from './call-hooks.ts'
import { parseArguments } from './parse-arguments.ts'
import type { ToolInput } from './schemas/input-schema.ts'
import type { PreparedCall, Tool, ToolCallContext, ToolResult } from './tool.ts'

export interface ExecutionSettings {
  policy: EffectPolicy
  confirmations: OpenConfirmations
  hooks: Hooks
  audit: AuditLog
  /** Called with each result. */
  ended?: (result: ToolResult) => void
  onBug: (error: unknown) => void
}

type Verdict = AuditEntry['decision']

/** A tool with its input, read once when it was registered. */
export interface OpenTool {
  tool: Tool
  input: Pick<ToolInput, 'check'>
  isBuiltIn: boolean
}

interface Prepared {
  hooked: HookedCall
  call: PreparedCall
}

/**
 * One call from its arguments to its result: checked, seen by the hooks, decided on, run, and written down. Never throws:
 * every failure is a value.
 */
export async function executeCall(
  open: OpenTool,
  given: unknown,
  context: ToolCallContext,
  settings: ExecutionSettings,
): Promise<ToolResult> {
  const begun = new Date()
  const { tool } = open
  let prepared: Prepared | undefined
  let decision: Verdict
  const finish = async (result: ToolResult): Promise<ToolResult> => {
    const last = await afterHook(prepared?.hooked, result, settings)
    settings.audit.write({
      ...auditEntryOf(tool, prepared?.call, begun, last),
      ...(decision && { decision }),
    })
    settings.ended?.(last)
    return last
  }
  try {
    // Hundreds may be made in one turn.
    await nextTurn()
    prepared = await prepare(open, given, context, settings)
    const { call, hooked } = prepared
    decision = decide(settings.policy, call)
    if (decision === 'allow' && call.needsConfirmation) decision = 'ask'
    if (decision === 'deny') throw denied(tool, call)
    if (decision === 'allow') return await finish(done(await call.run(context)))
    return await finish(await ask(tool, { call, hooked }, settings))
  } catch (error) {
    return finish(callFailure(error, settings.onBug))
  }
}

const strictness: readonly Decision[] = ['allow', 'ask', 'deny']

/** The strictest decision on any part of a call. */
function decide(policy: EffectPolicy, call: PreparedCall): Decision {
  const decisions = (call.parts ?? [call]).map(({ effect, isSuspect = false }) => {
    const decision = policy[effect]
    if (decision !== 'judge') return decision
    // Who allows what destroys is not asked about what may.
    return isSuspect && policy.destructive !== 'allow' ? 'ask' : 'allow'
  })
  return strictness.findLast((decision) => decisions.includes(decision)) ?? 'deny'
}

/** Through the schema and the tool's own checks, as often as a hook changes the arguments, which is once at most. */
async function prepare(
  open: OpenTool,
  given: unknown,
  context: ToolCallContext,
  { hooks, onBug }: ExecutionSettings,
): Promise<Prepared> {
  const first = await prepareOnce(open, given, context)
  const verdict = await beforeHook(first.hooked, { hooks, onBug })
  if (verdict === undefined) return first
  if ('refuse' in verdict)
    throw new ForbiddenError(
      'hook.refused',
      `${open.tool.name} was refused: ${toLine(String(verdict.refuse), 300)}`,
      {
        hint: 'Do not try to do the same in another way; tell the user.',
      },
    )
  return prepareOnce(open, verdict.arguments, context)
}

async function prepareOnce(
  { tool, input: schema, isBuiltIn }: OpenTool,
  given: unknown,
  context: ToolCallContext,
): Promise<Prepared> {
  const input: unknown = parseArguments(tool.name, schema, given)
  const call = tool.prepare ? await tool.prepare(input, context) : simpleCall(tool, input, isBuiltIn)
  const { effect, summary, app, program, args, pipe, stdoutFile, workingDir } = call
  return {
    call,
    hooked: {
      tool: tool.name,
      arguments: input as HookedCall['arguments'],
      effect,
      summary,
      ...(app !== undefined && { app }),
      ...(program !== undefined && { program }),
      ...(args && { args }),
      ...(pipe && { pipe }),
      ...(stdoutFile !== undefined && { stdoutFile }),
      ...(workingDir !== undefined && { workingDir }),
    },
  }
}

const simpleCall = (
  tool: Extract<Tool, { prepare?: undefined }>,
  input: unknown,
  isBuiltIn: boolean,
): PreparedCall => ({
  effect: tool.effect,
  summary: `Calls ${tool.name}.`,
  input,
  async run(context) {
    try {
      return await tool.run(input, context)
    } catch (cause) {
      throw isBuiltIn || isAppError(cause) ? cause : failed(tool.name, cause)
    }
  },
})

async function ask(tool: Tool, { call, hooked }: Prepared, settings: ExecutionSettings): Promise<ToolResult> {
  const { confirmations, audit } = settings
  const begun = new Date()
  const request = confirmations.ask(tool.name, call, {
    run: (confirmed, options) => runConfirmed(tool, { call: confirmed, hooked }, options, settings),
    refused: () => audit.write({ ...auditEntryOf(tool, call, begun, refusal), decision: 'refused' }),
  })
  const more = await call.wait?.(request).catch(async (error: unknown) => {
    // The model is told that it failed, so a later confirmation must not run it.
    await confirmations.deny(request.id, 'it could not be kept waiting')
    throw error
  })
  const error = new ConflictError(
    'confirm.needed',
    `${tool.name} requires confirmation: ${request.summary}`,
    {
      hint: 'Nothing was done yet. Only the user can confirm it, outside of this conversation; do not try it in another way.',
    },
  )
  return { ok: false, error: toErrorReport(error), confirmation: request, ...more }
}

const refusal: ToolResult = {
  ok: false,
  error: { code: 'confirm.refused', message: 'The call was not confirmed.' },
}

async function runConfirmed(
  tool: Tool,
  { call, hooked }: Prepared,
  { signal, onProgress, attached }: ConfirmOptions,
  settings: ExecutionSettings,
): Promise<ToolResult> {
  const begun = new Date()
  const context: ToolCallContext = {
    signal: signal ?? new AbortController().signal,
    progress: onProgress ?? (() => {}),
    attached,
  }
  const result = await call.run(context).then(done, (error: unknown) => callFailure(error, settings.onBug))
  const last = await afterHook(hooked, result, settings)
  settings.audit.write({ ...auditEntryOf(tool, call, begun, last), decision: 'confirmed' })
  settings.ended?.(last)
  return last
}

/** A field of the tool's own says nothing on whether the call was done. */
const done = (fields: Readonly<Record<string, unknown>>): ToolResult =>
  Object.assign({ ok: true as const }, fields, { ok: true as const })

const denied = (tool: Tool, { effect, summary }: PreparedCall): ForbiddenError =>
  new ForbiddenError(
    'confirm.denied',
    `${tool.name} may not do this here (${effect}): ${toLine(summary, 300)}`,
    {
      hint: 'Calls of this effect are switched off; do not try it in another way.',
    },
  )

/** A call that was given up before it began, as a result. */
export const notBegun = (name: string, isClosed: boolean): AppError =>
  isClosed
    ? new CanceledError('runtime.closed', `The runtime is closed: ${name} was not run.`)
    : new CanceledError('tool.canceled', `${name} was canceled before it began.`)
