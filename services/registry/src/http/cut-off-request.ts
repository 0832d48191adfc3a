import { UsageError } from '@cli-apps/core'
import { hasCode } from '@cli-apps/core/node'

/**
 * Maps Node's error for a client that disconnected in mid-request to a `UsageError`; `undefined` for any other error.
 */
export function cutOffRequest(error: unknown): UsageError | undefined {
  if (!(error instanceof Error) || error.message !== 'aborted' || !hasCode(error, 'ECONNRESET'))
    return undefined
  return new UsageError('request.cut-off', 'The request ended before it was complete.', {
    hint: 'Send it again.',
    cause: error,
  })
}
