import type { Effect } from '@cli-apps/core'

/** A checked call that requires confirmation. Confirming runs exactly this call, once, before it expires. */
export interface ConfirmationRequest {
  id: string
  tool: string
  effect: Effect
  /** One line for a person to read. */
  summary: string
  app?: string
  /** The exact arguments after the program. */
  args?: readonly string[]
  /** Absolute path. */
  working_dir?: string
  /** ISO 8601. */
  expires_at: string
}
