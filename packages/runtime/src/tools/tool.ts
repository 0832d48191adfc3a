import type { Effect, ErrorReport } from '@cli-apps/core'
import type { ConfirmationRequest } from '../confirm/confirmation-request.ts'
import type { AttachedRun } from '../streams/attached-run.ts'
import type { InputOf, InputSchema, JsonObjectSchema } from './schemas/input-schema.ts'

/** What a tool receives in addition to its arguments. */
export interface ToolCallContext {
  /** Aborted when the caller gives up or the runtime closes. */
  signal: AbortSignal
  /** Reports progress to the caller, in one line. */
  progress(message: string): void
  /** Connects the programs that the call runs to the caller's own process. */
  attached?: AttachedRun | undefined
}

/** What a call would do, for confirmation requests and the audit log. */
export interface CallFacts {
  effect: Effect
  /** One line for a person. */
  summary: string
  app?: string
  /** Its program, where that is not the entry point. */
  program?: string
  /** Arguments after the program. */
  args?: readonly string[]
  /** Programs that read what the one before them prints. */
  pipe?: readonly { app: string; program?: string; args: readonly string[] }[]
  /** Where standard output goes, relative to the workspace. */
  stdoutFile?: string
  /** Absolute. */
  workingDir?: string
}

/** A part of a call that the policy decides on by itself: the strictest decision counts. */
export interface CallPart {
  effect: Effect
  /** The effect is unknown, and may be destructive: the default policy asks. */
  isSuspect?: boolean
  app?: string
  program?: string
  args?: readonly string[]
}

/** A call that was checked and has changed nothing yet. It is run once or not at all, and exactly as its facts say. */
export interface PreparedCall extends CallFacts {
  /** Requires confirmation even when the policy allows the effect. */
  needsConfirmation?: boolean
  /** The effect is unknown, and may be destructive: the default policy asks. */
  isSuspect?: boolean
  /** What a tool that prepares nothing is called with, for the confirmation. */
  input?: unknown
  /** What the call is made of, when it does several things. */
  parts?: readonly CallPart[]
  /** Values that must not be written down. */
  secrets?: readonly string[]
  /** Returns the fields of the result besides `ok: true`, JSON values only. Throws an `AppError` to report a failure. */
  run(context: ToolCallContext): Promise<Readonly<Record<string, unknown>>>
  /**
   * Called when the call requires confirmation; the returned fields are added to the answer. MCP clients show two of them to the
   * user: `plan`, a list of lines, and `page`, an address to open in a browser.
   */
  wait?(request: ConfirmationRequest): Promise<Readonly<Record<string, unknown>>>
  /** Called when the call will not be confirmed, with the reason. */
  abandon?(reason: string): Promise<void>
}

interface ToolFacts<Input extends InputSchema> {
  /** Letters, digits, `_` and `-`, at most 64 characters: what every model API takes. */
  name: string
  /** A text, or a function that returns the text for each listing. */
  description: string | (() => string | Promise<string>)
  /** An object schema, of zod or plain JSON Schema. What it refuses never reaches the tool. */
  input: Input
  /** Of every call, where `prepare` does not say more of one. */
  effect: Effect
  /** Returns whether models see it now; always when absent. It can be called in any case. */
  isListed?: () => boolean
  /** Returns what of the input models are not shown now, because nothing in the workspace takes it. It is accepted anyway. */
  hides?: () => Promise<readonly string[]>
}

/** A tool that runs without preparation. */
export interface SimpleTool<Input extends InputSchema = InputSchema> extends ToolFacts<Input> {
  /**
   * Returns the fields of the result besides `ok: true`, JSON values only. Throws to report a failure: of an `AppError` the model
   * reads code and hint, of any other error the message, with code `tool.failed`.
   */
  run(
    input: InputOf<Input>,
    context: ToolCallContext,
  ): Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>
  prepare?: undefined
}

/** A tool whose effect, or need for confirmation, depends on the arguments. */
export interface PreparingTool<Input extends InputSchema = InputSchema> extends ToolFacts<Input> {
  /** Checks a call and changes nothing. Throws an `AppError` to refuse it. */
  prepare(input: InputOf<Input>, context: ToolCallContext): Promise<PreparedCall>
  run?: undefined
}

/** A tool that a model may call. */
export type Tool<Input extends InputSchema = InputSchema> = SimpleTool<Input> | PreparingTool<Input>

/** A call as models make it; `arguments` is an object or its JSON text. */
export interface ToolCall {
  name: string
  arguments?: unknown
}

/** Result of a call: always a value, fit for `JSON.stringify`. */
export type ToolResult =
  | ({ ok: true } & Readonly<Record<string, unknown>>)
  /** `confirmation`: nothing was done yet; the host program may let it be done. */
  | ({ ok: false; error: ErrorReport; confirmation?: ConfirmationRequest } & Readonly<
      Record<string, unknown>
    >)

/** A tool as it is listed: its description of this moment and its input as JSON Schema. */
export interface ToolDefinition {
  name: string
  description: string
  input: JsonObjectSchema
  effect: Effect
}
