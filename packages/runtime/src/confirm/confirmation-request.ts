import type { Effect } from '@cli-apps/core'

/** A call that requires confirmation. It was checked; confirming runs exactly this call, once, before it expires. */
export interface ConfirmationRequest {
  id: string
  tool: string
  effect: Effect
  /** One line for a person. */
  summary: string
  app?: string
  /** Arguments after the program, exactly. */
  args?: readonly string[]
  /** Absolute. */
  working_dir?: string
  /** ISO 8601. */
  expires_at: string
}
