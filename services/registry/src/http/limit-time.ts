import type { MiddlewareHandler } from 'hono'
import type { Env } from '../deps.ts'
import { withDeadline } from '../with-deadline.ts'

/** Answers 503 when the handlers below take longer than that. */
export const limitTime =
  (ms: number): MiddlewareHandler<Env> =>
  (_, next) =>
    withDeadline(next(), ms)
