import { ForbiddenError } from '@cli-apps/core'
import type { HookedCall, Hooks, HookVerdict } from '../hooks.ts'
import { callFailure } from './call-failure.ts'
import { jsonResult } from './json-result.ts'
import type { ToolResult } from './tool.ts'

interface HookSettings {
  hooks: Hooks
  onBug: (error: unknown) => void
}

/** What the host says to a call before it is decided on; `undefined` if it says nothing. */
export async function beforeHook(
  hooked: HookedCall,
  { hooks: { beforeExecute }, onBug }: HookSettings,
): Promise<HookVerdict> {
  if (beforeExecute === undefined) return undefined
  const verdict = await guarded('beforeExecute', onBug, async () => beforeExecute(hooked))
  if (verdict === undefined) return undefined
  if (isObject(verdict) && ('arguments' in verdict || 'refuse' in verdict)) return verdict
  throw hookFailed('beforeExecute', undefined)
}

/** The result as the host returns it, as JSON can hold it. */
export async function afterHook(
  hooked: HookedCall | undefined,
  given: ToolResult,
  { hooks: { afterExecute }, onBug }: HookSettings,
): Promise<ToolResult> {
  const result = jsonResult(given)
  if (afterExecute === undefined || hooked === undefined) return result
  try {
    const other: unknown = await guarded('afterExecute', onBug, async () => afterExecute(hooked, result))
    if (other === undefined) return result
    if (isResult(other)) return other
    throw hookFailed('afterExecute', undefined)
  } catch (error) {
    return callFailure(error, onBug)
  }
}

// Hooks may be written without types.
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const isResult = (value: unknown): value is ToolResult =>
  isObject(value) &&
  'ok' in value &&
  (value.ok === true || (value.ok === false && 'error' in value && isObject(value.error)))

async function guarded<Value>(
  hook: string,
  onBug: (error: unknown) => void,
  call: () => Promise<Value>,
): Promise<Value> {
  try {
    return await call()
  } catch (cause) {
    onBug(cause)
    throw hookFailed(hook, cause)
  }
}

const hookFailed = (hook: string, cause: unknown): ForbiddenError =>
  new ForbiddenError('hook.failed', `The host's ${hook} hook failed, so the call is refused.`, {
    hint: 'Tell the user; the fault is in the host program.',
    cause,
  })
