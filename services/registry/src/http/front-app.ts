import { toProblem, UnavailableError } from '@cli-apps/core'
import { Hono } from 'hono'
import type { Env } from './env.ts'
import { problemAnswer, retryAfter } from './problem-handler.ts'

/** What a server listens with from its first moment on. */
export interface FrontApp {
  fetch: Hono<Env>['fetch']
  /** Hands all later requests to the app, once it is ready for them. */
  open(app: Pick<Hono<Env>, 'fetch'>): void
}

/** Answers that the process runs and that it takes nothing yet, until there is an app to hand requests to. */
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
    .all('*', (c) => {
      const error = new UnavailableError('server.starting', 'The server is starting.', {
        hint: 'Try again in a few seconds.',
      })
      c.header('Retry-After', String(retryAfter(error)))
      return problemAnswer(c, toProblem(error, c.req.path))
    })
