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

type AnswerProblem = (c: RequestContext, problem: Problem) => Response | Promise<Response>

/**
 * Returns every failure as `application/problem+json`, or as `answer` does. Anything but an `AppError` is a bug: logged in full, reported as
 * fixed text.
 */
export const problemHandler =
  ({ log }: Pick<Deps, 'log'>, answer: AnswerProblem = problemAnswer) =>
  (thrown: unknown, c: RequestContext): Response | Promise<Response> => {
    const error = isAppError(thrown) ? thrown : (cutOffRequest(thrown) ?? databaseAway(thrown) ?? thrown)
    const problem = toProblem(error, c.req.path)
    if (problem.status >= 500)
      log.error({ request: c.get('requestId'), path: c.req.path, err: thrown }, problem.detail)
    if (error instanceof UnauthenticatedError)
      c.header('WWW-Authenticate', 'Bearer realm="cli-apps registry"')
    const wait = retryAfter(error)
    if (wait !== undefined) c.header('Retry-After', String(wait))
    return answer(c, problem)
  }

/** Seconds after which a retry makes sense. */
export function retryAfter(error: unknown): number | undefined {
  if (error instanceof LimitError) {
    const wait = error.details?.retry_after
    return typeof wait === 'number' ? wait : undefined
  }
  return error instanceof UnavailableError ? 5 : undefined
}

/** Answers 405 with the allowed methods if the path exists for other methods. Register it before the app's routes. */
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

/** Answers 404 for a path without a route. */
export const notFoundHandler =
  (answer: AnswerProblem = problemAnswer) =>
  (c: RequestContext): Response | Promise<Response> =>
    answer(c, toProblem(unknownAddress(c.req.path), c.req.path))

const unknownAddress = (path: string): NotFoundError =>
  new NotFoundError('route.unknown', `The address ${path.slice(0, 200)} was not found.`, {
    hint: '/docs lists every address, /v1/index.json every app.',
  })

/** Builds a problem+json response. */
export function problemAnswer(c: RequestContext, problem: Problem): Response {
  // Node closes the connection when the body was not read to the end. The header tells clients not to reuse it.
  if (c.env?.incoming?.complete === false) c.header('Connection', 'close')
  return c.body(JSON.stringify(problem), problem.status as 400, {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
  })
}
