import { Hono } from 'hono'
import { collectDefaultMetrics } from 'prom-client'
import type { Deps } from '../deps.ts'
import type { Env } from './env.ts'
import { notFoundHandler, problemHandler, problemOfMethods } from './problem-handler.ts'

/** Serves `/metrics` for Prometheus, including process metrics; meant for a listener that is not public. */
export function createMetricsApp({ metrics, log }: Pick<Deps, 'metrics' | 'log'>): Hono<Env> {
  const { registry } = metrics
  collectDefaultMetrics({ register: registry })
  const app = new Hono<Env>()
  app.use(problemOfMethods(app))
  app.get('/metrics', async (c) =>
    c.body(await registry.metrics(), 200, { 'Content-Type': registry.contentType }),
  )
  app.onError(problemHandler({ log }))
  app.notFound(notFoundHandler())
  return app
}
