import type { Effect, ErrorReport } from '@cli-apps/core'
import type * as z from 'zod'

/** What a tool is told beside its arguments. */
export interface ToolCallContext {
  /** Aborted when the caller gives up or the runtime closes. */
  signal: AbortSignal
}

/** Something a model may call. */
export interface Tool<Input extends z.ZodType = z.ZodType> {
  /** Letters, digits, `_` and `-`, at most 64 characters: what every model API takes. */
  name: string
  /** A text, or a function that makes it anew for each listing. */
  description: string | (() => string | Promise<string>)
  /** An object schema. What it refuses never reaches `run`. */
  input: Input
  effect: Effect
  /** Gives the fields of the result beside `ok: true`, JSON values only. Throws an `AppError` to report a failure. */
  run(input: z.output<Input>, context: ToolCallContext): Promise<Readonly<Record<string, unknown>>>
}

/** A call as models make it; `arguments` is an object or its JSON text. */
export interface ToolCall {
  name: string
  arguments?: unknown
}

/** What a call gave: a value in every case, fit for `JSON.stringify`. */
export type ToolResult =
  | ({ ok: true } & Readonly<Record<string, unknown>>)
  | { ok: false; error: ErrorReport }

/** A tool as it is listed: its description of this moment and its input as JSON Schema. */
export interface ToolDefinition {
  name: string
  description: string
  input: Readonly<Record<string, unknown>>
  effect: Effect
}
