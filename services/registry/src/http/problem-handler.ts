import {
  AppError,
  isAppError,
  LimitError,
  NotFoundError,
  type Problem,
  toProblem,
  UnauthenticatedError,
  UnavailableError,
} from '@cli-apps/core'
import type { Hono, MiddlewareHandler } from 'hono'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { databaseAway } from '../db/database-error.ts'
import type { Deps } from '../deps.ts'
import { cutOffRequest } from './cut-off-request.ts'
import type { Env, RequestContext } from './env.ts'

class MethodNotAllowedError extends AppError {
  readonly exitStatus = 2
  readonly httpStatus = 405
}

/** Every failure as `application/problem+json`. What is no `AppError` is a bug: logged whole, told as fixed text. */
export const problemHandler =
  ({ log }: Pick<Deps, 'log'>) =>
  (thrown: unknown, c: RequestContext): Response => {
    const error = isAppError(thrown) ? thrown : (cutOffRequest(thrown) ?? databaseAway(thrown) ?? thrown)
    const problem = toProblem(error, c.req.path)
    if (problem.status >= 500)
      log.error({ request: c.get('requestId'), path: c.req.path, err: thrown }, problem.detail)
    if (error instanceof UnauthenticatedError)
      c.header('WWW-Authenticate', 'Bearer realm="cli-apps registry"')
    const wait = retryAfter(error)
    if (wait !== undefined) c.header('Retry-After', String(wait))
    return problemAnswer(c, problem)
  }

/** Seconds after which it is worth while to ask again. */
export function retryAfter(error: unknown): number | undefined {
  if (error instanceof LimitError) {
    const wait = error.details?.retry_after
    return typeof wait === 'number' ? wait : undefined
  }
  return error instanceof UnavailableError ? 5 : undefined
}

/** Answers 405 at an address that other methods serve, and lists those. Belongs before the routes of the app. */
export const problemOfMethods = (app: Hono<Env>): MiddlewareHandler<Env> =>
  methodNotAllowed({
    app,
    onMethodNotAllowed: (c: RequestContext, methods) => {
      const list = [...methods].sort().join(', ')
      c.header('Allow', list)
      const error = new MethodNotAllowedError(
        'route.method',
        `${c.req.path} does not support ${c.req.method}.`,
        { hint: `Supported: ${list}.` },
      )
      return problemAnswer(c, toProblem(error, c.req.path))
    },
  })

/** Answers 404 at an address that nothing serves. */
export const notFoundHandler = (c: RequestContext): Response =>
  problemAnswer(c, toProblem(unknownAddress(c.req.path), c.req.path))

const unknownAddress = (path: string): NotFoundError =>
  new NotFoundError('route.unknown', `The address ${path.slice(0, 200)} was not found.`, {
    hint: '/docs lists every address, /v1/index.json every app.',
  })

/** A problem as its media type. */
export function problemAnswer(c: RequestContext, problem: Problem): Response {
  // The connection ends with a body that nobody read to its end; told so, a client does not send the next request on it.
  if (c.env?.incoming?.complete === false) c.header('Connection', 'close')
  return c.body(JSON.stringify(problem), problem.status as 400, {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
  })
}
