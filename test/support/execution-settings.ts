import { noAuditLog } from '../../packages/runtime/src/audit/open-audit-log.ts'
import { createConfirmations } from '../../packages/runtime/src/confirm/confirmations.ts'
import { effectPolicy } from '../../packages/runtime/src/confirm/effect-policy.ts'
import type { ExecutionSettings } from '../../packages/runtime/src/tools/execute-call.ts'

/** What calls are executed with where a test says nothing else: no hooks, the default policy, nothing written down. */
export const executionSettings = (settings: Partial<ExecutionSettings> = {}): ExecutionSettings => ({
  policy: effectPolicy(),
  confirmations: createConfirmations({ lifetimeMs: 60_000, asked: () => {} }),
  hooks: {},
  audit: noAuditLog,
  onBug: () => {},
  ...settings,
})
