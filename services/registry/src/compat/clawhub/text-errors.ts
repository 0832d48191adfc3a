import { type AppError, isAppError, UnauthenticatedError } from '@cli-apps/core'
import { databaseAway } from '../../db/database-error.ts'
import type { Deps } from '../../deps.ts'
import type { RequestContext } from '../../http/env.ts'

/** Responds to every error with one sentence of plain text, which the clawhub CLI prints. */
export const textErrors =
  ({ log }: Pick<Deps, 'log'>) =>
  (thrown: unknown, c: RequestContext): Response => {
    const error = isAppError(thrown) ? thrown : databaseAway(thrown)
    const status = error?.httpStatus ?? 500
    if (status >= 500) log.error({ request: c.get('requestId'), path: c.req.path, err: thrown }, 'failed')
    if (error instanceof UnauthenticatedError)
      c.header('WWW-Authenticate', 'Bearer realm="cli-apps registry"')
    const wait = error?.details?.retry_after
    if (typeof wait === 'number') c.header('Retry-After', String(wait))
    return c.body(error === undefined ? 'The server failed.' : sentence(error), status as 400, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
    })
  }

/** The first issue is more specific than the message. */
function sentence({ message, issues: [first] }: AppError): string {
  return first === undefined ? message : `${first.path} ${first.message}.`
}
