import { UsageError } from '@cli-apps/core'
import { hasCode } from '@cli-apps/core/node'

/** The error for a request whose sender went away before it was whole, as Node's server tells it; `undefined` for any other. */
export function cutOffRequest(error: unknown): UsageError | undefined {
  if (!(error instanceof Error) || error.message !== 'aborted' || !hasCode(error, 'ECONNRESET'))
    return undefined
  return new UsageError('request.cut-off', 'The request ended before it was complete.', {
    hint: 'Send it again.',
    cause: error,
  })
}
