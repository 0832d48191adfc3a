import type { MiddlewareHandler } from 'hono'
import { withDeadline } from '../with-deadline.ts'
import type { Env } from './env.ts'

/** Answers 503 when the handlers below take longer than that. */
export const limitTime =
  (ms: number): MiddlewareHandler<Env> =>
  (_, next) =>
    withDeadline(next(), ms)
