import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Deps } from '../deps.ts'
import type { Env } from './env.ts'
import { operationOf } from './operation.ts'

/** Records requests by operation and never by path: operations are few, paths are unbounded. */
export const observeRequests =
  ({ metrics }: Pick<Deps, 'metrics'>): MiddlewareHandler<Env> =>
  async (c, next) => {
    const started = performance.now()
    await next()
    const spec = matchedRoutes(c)
      .map(({ handler }) => operationOf(handler))
      .find((found) => found !== undefined)
    const seconds = (performance.now() - started) / 1000
    metrics.observe({ operation: spec?.id ?? 'other', status: c.res.status, seconds })
  }
