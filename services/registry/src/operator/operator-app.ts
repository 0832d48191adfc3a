import { Hono } from 'hono'
import type { Deps, Env } from '../deps.ts'
import { notFoundHandler, problemHandler } from '../http/problem-handler.ts'
import { limitBody, readBody } from '../http/read-body.ts'
import { type Operator, TokenRequest } from './operator.ts'

/** The operator's verbs over the private socket. Who can open the socket is the operator: there is no other check. */
export function createOperatorApp(operator: Operator, deps: Pick<Deps, 'log'>): Hono<Env> {
  const app = new Hono<Env>()
  app.post('/migrate', async (c) => c.json(await operator.migrate()))
  app.post('/seed', async (c) => c.json(await operator.seed()))
  app.post('/tokens', limitBody, async (c) =>
    c.json(await operator.createToken(await readBody(c, TokenRequest))),
  )
  app.onError(problemHandler(deps))
  app.notFound(notFoundHandler(app))
  return app
}
