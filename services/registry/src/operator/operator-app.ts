import { parseJson } from '@cli-apps/core'
import { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import type { Env } from '../http/env.ts'
import { notFoundHandler, problemHandler, problemOfMethods } from '../http/problem-handler.ts'
import { readBodyText } from '../http/read-body.ts'
import { operatorVerbs } from './operator.ts'
import type { OperatorContext } from './verb.ts'

/**
 * Serves the operator's verbs over the private socket as `POST /<name>`. Access to the socket is the only check, and no
 * rate limit applies.
 */
export function createOperatorApp(context: OperatorContext, deps: Pick<Deps, 'log'>): Hono<Env> {
  const app = new Hono<Env>()
  app.use(problemOfMethods(app))
  for (const [name, verb] of Object.entries(operatorVerbs))
    app.post(`/${name}`, async (c) =>
      c.json(await verb.call(context, parseJson(await readBodyText(c), 'The body'))),
    )
  app.onError(problemHandler(deps))
  app.notFound(notFoundHandler())
  return app
}
