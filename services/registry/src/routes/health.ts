import { UnavailableError } from '@cli-apps/core'
import { Hono } from 'hono'
import * as z from 'zod'
import type { Deps } from '../deps.ts'
import type { Env } from '../http/env.ts'
import { operation } from '../http/operation.ts'

const Status = z.object({ status: z.string() })

const health = operation({
  id: 'getHealth',
  summary: 'The process runs',
  tag: 'operation',
  answers: { 200: { description: 'It does', schema: Status } },
})

const readiness = operation({
  id: 'getReadiness',
  summary: 'The server accepts requests and its database responds',
  tag: 'operation',
  answers: { 200: { description: 'It does', schema: Status } },
})

/** `/healthz`: the process runs. `/readyz`: it also accepts requests, and its database answers. */
export const healthRoutes = ({ ping, isDraining }: Deps): Hono<Env> =>
  new Hono<Env>()
    .get('/healthz', health, (c) => c.json({ status: 'ok' }))
    .get('/readyz', readiness, async (c) => {
      if (isDraining?.())
        throw new UnavailableError('server.draining', 'The server is stopping.', {
          hint: 'Send the request to another server.',
        })
      await ping()
      return c.json({ status: 'ready' })
    })
