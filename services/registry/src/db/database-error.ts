import { UnavailableError } from '@cli-apps/core'
import { hasCode } from '@cli-apps/core/node'

/** What drivers and Postgres say when the database is away, starting, stopping, full, or lets us in no longer. */
const awayCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  // A server that became a replica takes no writes.
  '25006',
  // A password that was changed, rights that were taken away, a database that was renamed or closed.
  '28000',
  '28P01',
  '3D000',
  '55000',
  // No disk, memory or connection left.
  '53100',
  '53200',
  '53300',
  // The statement took too long.
  '57014',
  '57P01',
  '57P02',
  '57P03',
]

/** The `UnavailableError` for an error that means the database is away; `undefined` for any other. Looks through causes. */
export function databaseAway(error: unknown): UnavailableError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof UnavailableError) return cause
    if (awayCodes.some((code) => hasCode(cause, code))) return awayError(error)
  }
  return undefined
}

/** The error of whoever needs the database while it is away. */
export const awayError = (cause: unknown): UnavailableError =>
  new UnavailableError('database.away', 'The database is not available at the moment.', {
    hint: 'Try again in a few seconds.',
    cause,
  })

/** Did the database refuse what it was given to store, for its form (class 22) or a constraint (class 23)? Looks through causes. */
export function isDataError(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && /^2[23]\w{3}$/.test(String(cause.code))) return true
  return false
}

/** Did somebody else's lock stand in the way: a deadlock, or waiting for too long? Looks through causes. */
export function isLockError(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (hasCode(cause, '40P01') || hasCode(cause, '55P03')) return true
  return false
}
