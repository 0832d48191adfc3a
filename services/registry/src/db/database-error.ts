import { UnavailableError } from '@cli-apps/core'
import { hasCode } from '@cli-apps/core/node'

/**
 * Error codes of drivers and Postgres for a database that is down, starting, stopping, full or refuses our
 * login.
 */
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
  // A server that became a replica accepts no writes.
  '25006',
  // A changed password, revoked rights, or a database that was renamed or closed.
  '28000',
  '28P01',
  '3D000',
  '55000',
  // Out of disk space, memory or connections.
  '53100',
  '53200',
  '53300',
  // The statement timed out.
  '57014',
  '57P01',
  '57P02',
  '57P03',
]

/**
 * Returns the `UnavailableError` for an error that means the database is unavailable; `undefined` for any
 * other. Follows causes.
 */
export function databaseAway(error: unknown): UnavailableError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof UnavailableError) return cause
    if (awayCodes.some((code) => hasCode(cause, code))) return awayError(error)
  }
  return undefined
}

/** Returns the error for a request that needs the database while it is unavailable. */
export const awayError = (cause: unknown): UnavailableError =>
  new UnavailableError('database.away', 'The database is not available at the moment.', {
    hint: 'Try again in a few seconds.',
    cause,
  })

/**
 * Returns whether the database refused data for its form (class 22) or a constraint (class 23). Follows
 * causes.
 */
export function isDataError(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && /^2[23]\w{3}$/.test(String(cause.code))) return true
  return false
}

/**
 * Returns whether another transaction's lock caused the error: a deadlock or a lock timeout. Follows causes.
 */
export function isLockError(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (hasCode(cause, '40P01') || hasCode(cause, '55P03')) return true
  return false
}
