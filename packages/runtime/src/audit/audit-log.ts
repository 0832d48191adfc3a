import type { Effect } from '@cli-apps/core'
import * as z from 'zod'
import type { Decision } from '../confirm/effect-policy.ts'

/** One line of `.cli-apps/logs/audit.jsonl`: a call of a tool, what was decided and how it went. */
export const AuditEntry = z.object({
  /** ISO 8601, when it began. */
  at: z.string(),
  tool: z.string(),
  app: z.string().optional(),
  /** After the program, without secrets. */
  args: z.array(z.string()).optional(),
  working_dir: z.string().optional(),
  effect: z.enum(['read', 'write', 'destructive', 'unknown']).optional() satisfies z.ZodType<
    Effect | undefined
  >,
  /** The decision of the policy or of a person. */
  decision: z.enum(['allow', 'ask', 'deny', 'confirmed', 'refused']).optional() satisfies z.ZodType<
    Decision | 'confirmed' | 'refused' | undefined
  >,
  ok: z.boolean(),
  /** Code of the error. */
  error: z.string().optional(),
  exit_code: z.int().nullable().optional(),
  duration_ms: z.int(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Where calls are written down. Never throws: a call is worth more than its line, and `onBug` hears of what failed. */
export interface AuditLog {
  write(entry: AuditEntry): void
  /** Resolves when everything is on disk. */
  close(): Promise<void>
}
