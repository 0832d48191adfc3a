import { UsageError } from '@cli-apps/core'
import type { RequestContext } from './env.ts'

/** Reads the `Idempotency-Key` header; `undefined` if absent. Throws `UsageError` `idempotency-key.invalid`. */
export function idempotencyKey(c: RequestContext): string | undefined {
  const key = c.req.header('idempotency-key')
  if (key === undefined || /^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw new UsageError('idempotency-key.invalid', 'The header Idempotency-Key is not valid.', {
    hint: 'Send 1 to 200 visible ASCII characters without spaces, such as a random UUID.',
  })
}
