import { UnavailableError } from '@cli-apps/core'
import { Hono } from 'hono'
import type { Deps, Env } from '../deps.ts'

/** `/healthz`: the process runs. `/readyz`: it also takes requests and its database answers. */
export const healthRoutes = ({ ping, isDraining }: Deps): Hono<Env> =>
  new Hono<Env>()
    .get('/healthz', (c) => c.json({ status: 'ok' }))
    .get('/readyz', async (c) => {
      if (isDraining?.())
        throw new UnavailableError('server.draining', 'The server is stopping.', { hint: 'Ask another one.' })
      await ping()
      return c.json({ status: 'ready' })
    })
