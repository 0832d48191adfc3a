import type { CallFacts, ToolResult } from './tools/tool.ts'

/** A validated call before it runs, as hooks see it. */
export interface HookedCall extends CallFacts {
  tool: string
  /** As parsed by the tool's schema. */
  arguments: Readonly<Record<string, unknown>>
}

/** `undefined` to continue, arguments to replace the call's, or a reason to refuse, which the model reads. */
export type HookVerdict = undefined | { arguments: Readonly<Record<string, unknown>> } | { refuse: string }

/**
 * Hooks of the host around every call. A hook that throws refuses the call or withholds its result, because a guard
 * must not fail open.
 */
export interface Hooks {
  beforeExecute?: (call: HookedCall) => HookVerdict | Promise<HookVerdict>
  /** A returned value replaces the result. */
  afterExecute?: (
    call: HookedCall,
    result: ToolResult,
  ) => ToolResult | undefined | Promise<ToolResult | undefined>
}
