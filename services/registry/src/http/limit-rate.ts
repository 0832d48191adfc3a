import { createHash } from 'node:crypto'
import { LimitError } from '@cli-apps/core'
import type { MiddlewareHandler } from 'hono'
import type { Deps } from '../deps.ts'
import { isRead } from './document-answer.ts'
import type { Env } from './env.ts'
import { type LimitClass, type Verdict, windowSeconds } from './rate-limiter.ts'

/**
 * Refuses what comes too often: writes by token, all else by address, and anything with a token from an address that tried
 * too many bad ones. Documents in the cache do not come here.
 */
export const limitRate =
  ({
    limiter,
    clientAddress,
    metrics,
  }: Pick<Deps, 'limiter' | 'clientAddress' | 'metrics'>): MiddlewareHandler<Env> =>
  async (c, next) => {
    const address = clientAddress(c)
    const token = c.req.header('authorization')
    const kind: LimitClass = token === undefined || isRead(c) ? 'reads' : 'writes'
    const judge = (kind: LimitClass, verdict: Verdict): void => {
      if (verdict.isAllowed) return
      metrics.refused(kind)
      for (const [name, value] of rateHeaders(kind, verdict)) c.header(name, value)
      throw tooMany(kind, verdict)
    }
    if (token !== undefined) judge('failures', limiter.look('failures', address))
    const verdict = limiter.take(kind, token === undefined || kind === 'reads' ? address : hashOf(token))
    judge(kind, verdict)
    await next()
    if (token !== undefined && c.res.status === 401) limiter.take('failures', address)
    // A document is the same for everybody, also for the caches on its way.
    if (c.get('document') === undefined)
      for (const [name, value] of rateHeaders(kind, verdict)) c.header(name, value)
  }

/** As draft-ietf-httpapi-ratelimit-headers has them. */
function rateHeaders(kind: LimitClass, { limit, remaining, reset }: Verdict): [string, string][] {
  if (!Number.isFinite(limit)) return []
  return [
    ['RateLimit-Policy', `"${kind}";q=${limit};w=${windowSeconds}`],
    ['RateLimit', `"${kind}";r=${remaining};t=${reset}`],
  ]
}

const subjects: Record<LimitClass, string> = {
  reads: 'requests from this address',
  writes: 'writes with this token',
  failures: 'requests from this address with a token that is not good',
}

const tooMany = (kind: LimitClass, { limit, reset }: Verdict): LimitError =>
  new LimitError('rate.limited', `More than ${limit} ${subjects[kind]} in a minute.`, {
    httpStatus: 429,
    hint: `Try again in ${reset} s.`,
    details: { retry_after: reset },
  })

/** Tokens are secrets: none is a key in a table. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex').slice(0, 32)
