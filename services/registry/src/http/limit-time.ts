import type { MiddlewareHandler } from 'hono'
import { withDeadline } from '../with-deadline.ts'
import type { Env } from './env.ts'

/** Responds with 503 when later handlers exceed the time limit. */
export const limitTime =
  (ms: number): MiddlewareHandler<Env> =>
  (_, next) =>
    withDeadline(next(), ms)
