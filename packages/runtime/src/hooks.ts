import type { CallFacts, ToolResult } from './tools/tool.ts'

/** A call as hooks see it: checked and not begun. */
export interface HookedCall extends CallFacts {
  tool: string
  /** As the tool's schema gave them. */
  arguments: Readonly<Record<string, unknown>>
}

/** Nothing to go on, or arguments that take the place of the call's, or a reason to refuse, which the model reads. */
export type HookVerdict = undefined | { arguments: Readonly<Record<string, unknown>> } | { refuse: string }

/**
 * What the host does around every call. A hook that throws refuses the call, or withholds its result: one that guards
 * something must not fail open.
 */
export interface Hooks {
  beforeExecute?: (call: HookedCall) => HookVerdict | Promise<HookVerdict>
  /** What it gives takes the place of the result. */
  afterExecute?: (
    call: HookedCall,
    result: ToolResult,
  ) => ToolResult | undefined | Promise<ToolResult | undefined>
}
