import { LimitError } from '@cli-apps/core'
import type { MiddlewareHandler } from 'hono'
import type { Deps } from '../deps.ts'
import { isRead } from './document-answer.ts'
import type { Env, RequestContext } from './env.ts'
import { type Counted, type LimitClass, type RateVerdict, windowSeconds } from './rate-limiter.ts'

type Limits = Pick<Deps, 'limiter' | 'clientAddress' | 'metrics'>

/**
 * Refuses what comes too often from one address: requests, and anything with a token after too many bad ones. Writes are
 * counted where it is known whose they are (`limitWrites`). Documents in the cache do not come here.
 */
export const limitRate =
  (deps: Limits): MiddlewareHandler<Env> =>
  async (c, next) => {
    const address = deps.clientAddress(c)
    const hasToken = c.req.header('authorization') !== undefined
    if (hasToken) requireAllowed(deps, c, ['failures', deps.limiter.look('failures', address)])
    const counted: Counted = ['reads', deps.limiter.take('reads', address)]
    requireAllowed(deps, c, counted)
    await next()
    if (hasToken && c.res.status === 401) deps.limiter.take('failures', address)
    // A document is the same for everybody, also for the caches on its way.
    if (c.get('document') === undefined) setRateHeaders(c, c.get('rate') ?? counted)
  }

/** Refuses writes that come too often from one account, with whichever of its tokens. */
export function limitWrites(deps: Pick<Deps, 'limiter' | 'metrics'>, c: RequestContext, user: string): void {
  if (isRead(c)) return
  const counted: Counted = ['writes', deps.limiter.take('writes', user)]
  c.set('rate', counted)
  requireAllowed(deps, c, counted)
}

function requireAllowed({ metrics }: Pick<Deps, 'metrics'>, c: RequestContext, counted: Counted): void {
  const [kind, verdict] = counted
  if (verdict.isAllowed) return
  metrics.refused(kind)
  setRateHeaders(c, counted)
  throw tooMany(kind, verdict)
}

function setRateHeaders(c: RequestContext, [kind, verdict]: Counted): void {
  for (const [name, value] of rateHeaders(kind, verdict)) c.header(name, value)
}

/** As draft-ietf-httpapi-ratelimit-headers has them. */
function rateHeaders(kind: LimitClass, { limit, remaining, reset }: RateVerdict): [string, string][] {
  if (!Number.isFinite(limit)) return []
  return [
    ['RateLimit-Policy', `"${kind}";q=${limit};w=${windowSeconds}`],
    ['RateLimit', `"${kind}";r=${remaining};t=${reset}`],
  ]
}

const subjects: Record<LimitClass, string> = {
  reads: 'requests from this address',
  writes: 'writes of this user',
  failures: 'requests from this address with a token that is not valid',
}

const tooMany = (kind: LimitClass, { limit, reset }: RateVerdict): LimitError =>
  new LimitError('rate.limited', `More than ${limit} ${subjects[kind]} in a minute.`, {
    httpStatus: 429,
    hint: `Try again in ${reset} s.`,
    details: { retry_after: reset },
  })
