import { toProblem, UnavailableError } from '@cli-apps/core'
import { Hono } from 'hono'
import type { Env } from './env.ts'
import { prefersHtml } from './pages/page-variant.ts'
import { problemAnswer, retryAfter } from './problem-handler.ts'

/** The app that a server listens with from the start. */
export interface FrontApp {
  fetch: Hono<Env>['fetch']
  /** Routes all later requests to the real app once it is ready. */
  open(app: Pick<Hono<Env>, 'fetch'>): void
}

/** Reports the process as live but not ready until `open` is called with the real app. */
export function createFrontApp(): FrontApp {
  let current: Pick<Hono<Env>, 'fetch'> = startingApp()
  return {
    fetch: (...request) => current.fetch(...request),
    open: (app) => {
      current = app
    },
  }
}

const startingApp = (): Hono<Env> =>
  new Hono<Env>()
    .get('/healthz', (c) => c.json({ status: 'ok' }))
    .all('*', async (c) => {
      const error = new UnavailableError('server.starting', 'The server is starting.', {
        hint: 'Try again in a few seconds.',
      })
      c.header('Retry-After', String(retryAfter(error)))
      // Loaded only for a browser, which is the least to wait for.
      if (prefersHtml(c)) return (await import('./pages/starting-answer.tsx')).startingAnswer(c)
      return problemAnswer(c, toProblem(error, c.req.path))
    })
