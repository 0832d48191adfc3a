import type { Effect } from '@cli-apps/core'
import * as z from 'zod'
import type { Decision } from '../confirm/effect-policy.ts'

/** One line of `.cli-apps/logs/audit.jsonl`: a tool call, the decision on it, and its outcome. */
export const AuditEntry = z.object({
  /** Start time, ISO 8601. */
  at: z.string(),
  tool: z.string(),
  app: z.string().optional(),
  /** The app's program, where that is not the entry point. */
  program: z.string().optional(),
  /** Arguments after the program, with secrets redacted. */
  args: z.array(z.string()).optional(),
  /** Programs that read what the one before them printed. */
  pipe: z
    .array(z.object({ app: z.string(), program: z.string().optional(), args: z.array(z.string()) }))
    .optional(),
  stdout_file: z.string().optional(),
  working_dir: z.string().optional(),
  effect: z.enum(['read', 'write', 'destructive', 'unknown']).optional() satisfies z.ZodType<
    Effect | undefined
  >,
  /** Decision of the policy or of a person. */
  decision: z.enum(['allow', 'ask', 'deny', 'confirmed', 'refused']).optional() satisfies z.ZodType<
    Decision | 'confirmed' | 'refused' | undefined
  >,
  ok: z.boolean(),
  /** Error code. */
  error: z.string().optional(),
  exit_code: z.int().nullable().optional(),
  duration_ms: z.int(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Records calls. Never throws, because a call matters more than its line; failures go to `onBug`. */
export interface AuditLog {
  write(entry: AuditEntry): void
  /** Resolves when everything is on disk. */
  close(): Promise<void>
}
