import { Hono } from 'hono'
import { collectDefaultMetrics } from 'prom-client'
import type { Deps } from '../deps.ts'
import type { Env } from './env.ts'
import { notFoundHandler, problemHandler, problemOfMethods } from './problem-handler.ts'

/** `/metrics` as Prometheus reads it, with those of the process; for a listener that the world does not reach. */
export function createMetricsApp({ metrics, log }: Pick<Deps, 'metrics' | 'log'>): Hono<Env> {
  const { registry } = metrics
  collectDefaultMetrics({ register: registry })
  const app = new Hono<Env>()
  app.use(problemOfMethods(app))
  app.get('/metrics', async (c) =>
    c.body(await registry.metrics(), 200, { 'Content-Type': registry.contentType }),
  )
  app.onError(problemHandler({ log }))
  app.notFound(notFoundHandler)
  return app
}
