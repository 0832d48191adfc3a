import type { Effect } from '@cli-apps/core'

/** A checked call that requires confirmation. Confirming runs exactly this call, once, before it expires. */
export interface ConfirmationRequest {
  id: string
  tool: string
  effect: Effect
  /** One line for a person to read. */
  summary: string
  app?: string
  /** Its program, where that is not the entry point. */
  program?: string
  /** The exact arguments after the program. */
  args?: readonly string[]
  /** Programs that read what the one before them prints. */
  pipe?: readonly { app: string; program?: string; args: readonly string[] }[]
  /** File that standard output is written to, relative to the workspace. */
  stdout_file?: string
  /** Of a tool that runs no app: what it is called with. */
  arguments?: unknown
  /** Absolute. */
  working_dir?: string
  /** ISO 8601. */
  expires_at: string
}
