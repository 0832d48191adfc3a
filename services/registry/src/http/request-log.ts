import type { MiddlewareHandler } from 'hono'
import type { Deps } from '../deps.ts'
import type { Env } from './env.ts'

/** Logs one line per request: writes and failures at `info`; successful reads, which are frequent, at `debug`. */
export const requestLog =
  ({ log }: Pick<Deps, 'log'>): MiddlewareHandler<Env> =>
  async (c, next) => {
    const started = performance.now()
    await next()
    const { method, path } = c.req
    const { status } = c.res
    const isQuiet = status < 400 && (method === 'GET' || method === 'HEAD')
    const level = isQuiet ? 'debug' : 'info'
    if (!log.isLevelEnabled(level)) return
    const ms = Math.round(performance.now() - started)
    log[level]({ request: c.get('requestId'), method, path, status, ms }, 'request')
  }
